/** Tests what members see on the notifications page, and what they no longer see after losing a permission. */
import { desc, eq, sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { markReadAction } from '#app/(console)/notifications/actions.ts';
import { notificationSettingsAction } from '#app/(console)/profile/actions.ts';
import { countNewNotifications, listOwnNotifications } from '#lib/data/notifications.ts';
import { cancelCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import type { NotificationEvent } from '#lib/domain/notification.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { queueNotification } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { deleteOldNotifications } from '#lib/store/outbox.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember, type RunAs, signedOut } from './support/members.ts';
import {
  findMemberId,
  readOutbox,
  SENDER,
  saveDecisionTwice,
  setUpNotifications,
} from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const { addPaidDraft, deliverAndListEmails } = setUpNotifications(harness);
const ADMIN = 'admin@mailroom.test';

beforeEach(async () => {
  await (await store()).update(members).set({ role: 'sender' }).where(eq(members.email, SENDER));
});

async function readList(runAs: RunAs = harness.sender, page = 1) {
  const list = await runAs(() => listOwnNotifications(page, 10));
  if (!list.ok) throw new Error(list.failure.kind);
  return list.value;
}

async function readTexts(runAs?: RunAs) {
  const { items } = await readList(runAs);
  return items.map(({ event, content }) =>
    describeNotification(event, content, { zone: 'UTC', locale: 'en-US' }),
  );
}

const readUnread = (runAs: RunAs = harness.sender) => runAs(() => countNewNotifications());

async function queue(event: NotificationEvent, email = SENDER): Promise<void> {
  await queueNotification(await store(), event, crypto.randomUUID(), await findMemberId(email));
}

const mark = (which: string, until: number, email = SENDER) =>
  submitFromPage(markReadAction, { which, until: String(until) }, email);

describe('the notifications page', () => {
  it('lists the member’s own notifications, newest first, with links', async () => {
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    await queue('app.added');
    await queue('app.added', ADMIN);
    expect(await readTexts()).toMatchObject([
      { title: 'An authenticator app was added to your account', path: '/profile' },
      { title: expect.stringContaining(`#${id}`), path: `/campaigns/${id}` },
    ]);
    expect(await readUnread()).toBe(2);
    expect(await readUnread(harness.admin)).toBe(1);
    expect(await readUnread(signedOut)).toBeUndefined();
  });

  it('has one item for each share link, and a new decision makes the item unread again', async () => {
    const db = await store();
    await saveDecisionTwice(db, await findMemberId(SENDER));
    const { items, asOf } = await readList();
    await mark(items[0]?.id ?? '', asOf);
    expect(await readUnread()).toBe(0);
    await db.execute(sql`update guest_decisions set comment = 'first'`);
    const [row] = await db.select().from(notifications);
    await queueNotification(db, 'guest.decided', row?.about ?? '', row?.memberId ?? null);
    expect(await readUnread()).toBe(1);
    expect((await readList()).total_count).toBe(1);
  });

  it('says which guest decided last, even if that guest also decided first', async () => {
    const db = await store();
    await saveDecisionTwice(db, await findMemberId(SENDER));
    const [first] = await db.select().from(guestDecisions).orderBy(desc(guestDecisions.at)).limit(1);
    if (!first) throw new Error('No decision.');
    const { id: _, ...decision } = first;
    await db.insert(guestDecisions).values([
      {
        ...decision,
        name: 'Ann Lee',
        email: 'ann@guest.example',
        decision: 'approved',
        at: new Date(first.at.getTime() + 1_000),
      },
      { ...decision, comment: 'Bluer, please', at: new Date(first.at.getTime() + 2_000) },
    ]);
    expect(await readTexts()).toMatchObject([
      {
        title: expect.stringMatching(/^2 decisions about/),
        text: expect.stringMatching(/^Latest: Grace Miller .*Bluer, please/),
      },
    ]);
  });

  it('shows ten notifications at a time', async () => {
    for (let i = 0; i < 12; i++) await queue('app.added');
    expect(await readList()).toMatchObject({ total_count: 12, total_pages: 2, items: { length: 10 } });
    expect((await readList(harness.sender, 2)).items).toHaveLength(2);
  });

  it('doesn’t count or list digests', async () => {
    await submitFromPage(notificationSettingsAction, { digest_time: '08:00', 'campaign.scheduled': 'daily' });
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    await deliverAndListEmails();
    expect(await readOutbox()).toHaveLength(2);
    expect(await readUnread()).toBe(1);
    expect((await readList()).total_count).toBe(1);
  });
});

describe('marking as read', () => {
  it('changes one notification, or all that had arrived when the page was loaded', async () => {
    await queue('app.added');
    await queue('app.removed');
    const { items, asOf } = await readList();
    expect(await mark(items[0]?.id ?? '', asOf)).toMatchObject({ ok: true });
    expect(await readUnread()).toBe(1);
    expect(await mark('all', Date.now() - 3_600_000)).toMatchObject({ ok: true });
    expect(await readUnread()).toBe(1);
    await mark('all', asOf);
    expect(await readUnread()).toBe(0);
    expect((await readList()).items.every(({ isRead }) => isRead)).toBe(true);
  });

  it('happens when the member opens what the notification is about', async () => {
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    await queue('app.added');
    const { items, asOf } = await readList();
    const [added, scheduled] = items.map((item) => item.id);
    expect(await mark(`open:${scheduled}`, asOf)).toEqual({ to: `/campaigns/${id}` });
    expect((await readList()).items.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(await mark(`open:${added}`, asOf)).toEqual({ to: '/profile' });
    expect(await readUnread()).toBe(0);
  });

  it('doesn’t open another member’s notification, or one that the member is no longer allowed to read', async () => {
    await queue('app.added');
    await queue('service.key_rejected');
    const { asOf } = await readList();
    const rows = await (await store()).select().from(notifications);
    for (const { id, kind } of rows) {
      const email = kind === 'app.added' ? ADMIN : SENDER;
      expect(await mark(`open:${id}`, asOf, email), kind).toMatchObject({ failure: { kind: 'missing' } });
    }
    expect((await (await store()).select().from(notifications)).map(({ readAt }) => readAt)).toEqual([
      null,
      null,
    ]);
  });

  it('doesn’t change a notification that was opened from an older page if its event has happened again since', async () => {
    await queue('app.added');
    const { items } = await readList();
    expect(await mark(`open:${items[0]?.id}`, Date.now() - 3_600_000)).toEqual({ to: '/profile' });
    expect(await readUnread()).toBe(1);
  });

  it('doesn’t change another member’s notifications', async () => {
    await queue('app.added');
    const { items, asOf } = await readList();
    await mark(items[0]?.id ?? '', asOf, ADMIN);
    await mark('all', asOf, ADMIN);
    expect(await readUnread()).toBe(1);
  });

  it.each<Readonly<Record<string, string>>>([
    { which: 'some', until: '1' },
    { which: 'open:some', until: '1' },
    { which: 'all', until: 'now' },
    { which: 'all', until: '1', more: 'x' },
  ])('refuses %j', async (fields) => {
    expect(await submitFromPage(markReadAction, fields)).toMatchObject({
      message: expect.stringMatching(/./),
    });
  });
});

describe('a notification', () => {
  it('is no longer shown or counted after the member loses permission to read it', async () => {
    const admin = await addMember('demoted@mailroom.test', 'admin');
    const db = await store();
    for (const event of ['service.key_rejected', 'approval.requested', 'app.added'] as const)
      await queueNotification(db, event, crypto.randomUUID(), admin.id);
    const runAs = await asMember(admin);
    expect(await readUnread(runAs)).toBe(3);
    await db.update(members).set({ role: 'sender' }).where(eq(members.id, admin.id));
    expect(await readUnread(runAs)).toBe(2);
    await db.update(members).set({ role: 'viewer' }).where(eq(members.id, admin.id));
    expect(await readUnread(runAs)).toBe(1);
    expect((await readList(runAs)).items.map(({ event }) => event)).toEqual(['app.added']);
    await db.update(members).set({ disabledAt: new Date() }).where(eq(members.id, admin.id));
    expect(await runAs(() => listOwnNotifications(1, 10))).toMatchObject({ ok: false });
    await db.delete(members).where(eq(members.id, admin.id));
  });

  it('is no longer emailed after the member loses permission to read it', async () => {
    const admin = await addMember('demoted@mailroom.test', 'admin');
    const db = await store();
    await queueNotification(db, 'service.key_rejected', crypto.randomUUID(), admin.id);
    await db.update(members).set({ role: 'sender' }).where(eq(members.id, admin.id));
    harness.service.injectFault('GET templates', { status: 401, body: {} });
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: false }]);
    await db.delete(members).where(eq(members.id, admin.id));
  });

  it('says that its campaign was deleted, and has no link, if the campaign no longer exists', async () => {
    const { id } = addPaidDraft({ status: 'draft' });
    await harness.sender(() => sendCampaign(id, {}));
    await harness.sender(() => cancelCampaign(id));
    expect(await harness.admin(() => deleteCampaign(id))).toMatchObject({ ok: true });
    await allRecorded();
    expect(await readTexts()).toMatchObject([{ text: 'The campaign was deleted.', path: null }]);
  });

  it('is deleted after 90 days, unless its email is pending', async () => {
    const db = await store();
    await queue('app.added');
    await db.update(notifications).set({ occurredAt: sql`now() - interval '91 days'` });
    await deleteOldNotifications(db, 90);
    expect(await readOutbox()).toHaveLength(1);
    await db.update(notifications).set({ closedAt: sql`now()` });
    await deleteOldNotifications(db, 90);
    expect(await readOutbox()).toEqual([]);
  });
});

it('the bell’s number is read with one SQL query of the notifications table', async () => {
  await queue('app.added');
  const logSpy = vi.spyOn(NoopLogger.prototype, 'logQuery');
  expect(await readUnread()).toBe(1);
  const statements = logSpy.mock.calls.map((args: readonly unknown[]) => String(args[0]));
  logSpy.mockRestore();
  expect(statements.filter((text) => text.includes('"notifications"'))).toHaveLength(1);
});
