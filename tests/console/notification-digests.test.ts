/**
 * Tests when members get emails about notifications (at once, in a digest, or never), and that members never
 * get too many emails.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { sendCampaign } from '#lib/data/sending.ts';
import type { EmailChoice, NotificationEvent } from '#lib/domain/notification.ts';
import { composeDigest } from '#lib/email/digest-email.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import { findMember } from '#lib/store/members.ts';
import { readNotificationSettings, replaceNotificationSettings } from '#lib/store/notification-settings.ts';
import { queueNotification } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { rescheduleDigest } from '#lib/store/outbox.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { findMemberId, SENDER, saveDecisionTwice, setUpNotifications } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { addPaidDraft, deliverAndListEmails } = outbox;

async function choose(emails: Readonly<Partial<Record<NotificationEvent, EmailChoice>>>, email = SENDER) {
  const db = await store();
  const id = await findMemberId(email, db);
  await replaceNotificationSettings(db, id, { emails, digestMinute: 480, zone: null });
  await rescheduleDigest(db, id);
}

/** Moves all times in the outbox back by `hours`, as if that time had passed. */
async function passHours(hours: number) {
  const earlier = (column: unknown) => sql`${column} - ${hours} * interval '1 hour'`;
  const { nextDeliveryAt, digestAt, notBefore } = notifications;
  const db = await store();
  await db.update(notifications).set({
    nextDeliveryAt: earlier(nextDeliveryAt),
    digestAt: earlier(digestAt),
    notBefore: earlier(notBefore),
  });
}

async function schedule(): Promise<number> {
  const { id } = addPaidDraft();
  expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ ok: true });
  return id;
}

const readDigest = async () => {
  const db = await store();
  const [row] = await db.select().from(notifications).where(eq(notifications.kind, 'digest'));
  return row;
};

describe('an email about an event', () => {
  it('isn’t sent to a member who turned off emails about that event, and the notification stays unread on the page', async () => {
    await choose({ 'campaign.scheduled': 'off' });
    await schedule();
    expect(await deliverAndListEmails()).toEqual([]);
    const [row] = await (await store()).select().from(notifications);
    expect(row).toMatchObject({ kind: 'campaign.scheduled', readAt: null, closedAt: expect.any(Date) });
  });

  it('is sent, regardless of the stored choices, if the event is about access to the account', async () => {
    await choose({ 'factors.reset': 'off', 'api_token.created': 'daily' });
    const db = await store();
    await queueNotification(db, 'factors.reset', crypto.randomUUID(), await findMemberId(SENDER));
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: An admin reset your second factor`]);
  });

  it('is combined with others into one email a day, sent at the time that the member chose', async () => {
    await choose({ 'campaign.scheduled': 'daily', 'guest.decided': 'daily' });
    const [first, second] = [await schedule(), await schedule()];
    const db = await store();
    await saveDecisionTwice(db, await findMemberId(SENDER));
    expect(await deliverAndListEmails()).toEqual([]);
    const digest = await readDigest();
    expect(digest?.nextDeliveryAt.toISOString()).toMatch(/T08:00:00\.000Z$/);
    expect(digest?.readAt).not.toBeNull();
    await passHours(24);
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: 3 notifications from Mailroom`]);
    const [email] = outbox.smtpServer.emails;
    for (const id of [first, second]) expect(email?.text).toContain(`/campaigns/${id}`);
    expect(email?.text).toContain('Grace Miller (not verified) requested changes');
    await passHours(24);
    expect(await deliverAndListEmails()).toHaveLength(1);
    const rows = await db.select().from(notifications);
    expect(rows.every(({ closedAt }) => closedAt !== null)).toBe(true);
  });

  it('goes into a separate digest if the event is from the next day', async () => {
    await choose({ 'campaign.scheduled': 'daily' });
    for (const count of [1, 2]) {
      const id = await schedule();
      await sendDueNotifications(await store());
      await passHours(24);
      expect(await deliverAndListEmails()).toHaveLength(count);
      expect(outbox.smtpServer.emails.at(-1)?.text).toContain(`/campaigns/${id}`);
    }
    const [first, second] = outbox.smtpServer.emails;
    expect(second?.text).not.toBe(first?.text);
    expect(second?.headers.get('message-id')).not.toBe(first?.headers.get('message-id'));
  });

  it('no longer waits for a digest if the member chooses to get such emails at once, and is dropped if the member turns them off', async () => {
    await choose({ 'campaign.scheduled': 'daily' });
    const id = await schedule();
    expect(await deliverAndListEmails()).toEqual([]);
    await choose({ 'campaign.scheduled': 'now' });
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: Just listed (#${id})`]);
    await choose({ 'campaign.scheduled': 'daily' });
    await schedule();
    expect(await deliverAndListEmails()).toHaveLength(1);
    await choose({ 'campaign.scheduled': 'off' });
    await passHours(24);
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('is sent again after a failed delivery, in one digest with later emails', async () => {
    await choose({ 'campaign.scheduled': 'daily' });
    await schedule();
    await sendDueNotifications(await store());
    await passHours(24);
    outbox.smtpServer.rejectRecipients(SENDER);
    expect(await deliverAndListEmails()).toEqual([]);
    outbox.smtpServer.rejectRecipients();
    await schedule();
    await sendDueNotifications(await store());
    await passHours(24);
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: 2 notifications from Mailroom`]);
  });
});

describe('a digest', () => {
  it('leaves out notifications that are no longer true, and isn’t sent if none are left', async () => {
    await choose({ 'campaign.scheduled': 'daily' });
    const id = await schedule();
    await sendDueNotifications(await store());
    await (await store()).execute(
      sql`update indexed_campaigns set status = 'draft' where campaign_id = ${id}`,
    );
    await passHours(24);
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readDigest()).toMatchObject({ closedAt: expect.any(Date) });
  });

  it('leaves out notifications that the member’s role no longer allows the member to read', async () => {
    const admin = await addMember('demoted@mailroom.test', 'admin');
    const db = await store();
    await choose({ 'service.key_rejected': 'daily', 'campaign.scheduled': 'daily' }, admin.email);
    await queueNotification(db, 'service.key_rejected', crypto.randomUUID(), admin.id);
    await sendDueNotifications(db);
    await db.update(members).set({ role: 'viewer' }).where(eq(members.id, admin.id));
    await passHours(24);
    expect(await deliverAndListEmails()).toEqual([]);
    await db.delete(members).where(eq(members.id, admin.id));
  });

  it('leaves notifications for a later digest if it couldn’t check them in time', async () => {
    await choose({ 'campaign.scheduled': 'daily' });
    await schedule();
    await sendDueNotifications(await store());
    await passHours(24);
    const db = await store();
    const member = await findMember(db, await findMemberId(SENDER));
    if (!member) throw new Error('No sender.');
    const compose = (checkMs?: number) => composeDigest(db, { memberId: member.id }, member, checkMs);
    expect(await compose(-1)).toMatchObject({ email: null, covered: [], undecided: { length: 1 } });
    expect(await compose()).toMatchObject({ covered: { length: 1 }, undecided: [] });
  });

  it('isn’t sent to a disabled member', async () => {
    const member = await addMember('left@mailroom.test', 'sender');
    const db = await store();
    await choose({ 'guest.decided': 'daily' }, member.email);
    await saveDecisionTwice(db, member.id);
    await sendDueNotifications(db);
    await db.update(members).set({ disabledAt: new Date() }).where(eq(members.id, member.id));
    await passHours(24);
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readDigest()).toMatchObject({ closedAt: expect.any(Date) });
    await db.delete(members).where(eq(members.id, member.id));
  });

  it('is sent only once if two consoles share the database', { timeout: 60_000 }, async () => {
    const consoles = await openOnTwoServers();
    const [{ db }] = consoles;
    await db.insert(members).values({ email: SENDER, role: 'sender' });
    const id = await findMemberId(SENDER, db);
    await replaceNotificationSettings(db, id, {
      emails: { 'guest.decided': 'daily' },
      digestMinute: 480,
      zone: null,
    });
    for (let i = 0; i < 6; i++) await saveDecisionTwice(db, id, `Link ${i}`);
    await sendDueNotifications(db);
    await db.execute(
      sql`update notifications set digest_at = digest_at - interval '25 hours', next_delivery_at = next_delivery_at - interval '25 hours'`,
    );
    await Promise.all(
      consoles.flatMap((console) => [sendDueNotifications(console.db), sendDueNotifications(console.db)]),
    );
    expect(outbox.smtpServer.emails.map(({ subject }) => subject)).toEqual(['6 notifications from Mailroom']);
  });
});

describe('the hourly email limit', () => {
  const LIMIT = 20;

  it('allows at most 20 emails within an hour, and combines the remaining notifications into one digest', async () => {
    const db = await store();
    const sender = await findMemberId(SENDER);
    for (let i = 0; i < LIMIT + 5; i++) await saveDecisionTwice(db, sender, `Link ${i}`);
    await deliverAndListEmails();
    await deliverAndListEmails();
    expect(outbox.smtpServer.emails).toHaveLength(LIMIT);
    await queueNotification(db, 'app.added', crypto.randomUUID(), sender);
    expect(await deliverAndListEmails()).toContain(
      `${SENDER}: An authenticator app was added to your account`,
    );
    await passHours(0.25);
    expect(await deliverAndListEmails()).toContain(`${SENDER}: 5 notifications from Mailroom`);
    expect(outbox.smtpServer.emails).toHaveLength(LIMIT + 2);
  });

  it('counts each member’s notifications separately', async () => {
    const db = await store();
    const admin = await findMemberId('admin@mailroom.test');
    const sender = await findMemberId(SENDER);
    for (let i = 0; i <= LIMIT; i++) await saveDecisionTwice(db, sender, `Link ${i}`);
    await deliverAndListEmails();
    await saveDecisionTwice(db, admin);
    await deliverAndListEmails();
    await deliverAndListEmails();
    expect(outbox.smtpServer.emails.filter(({ to }) => to.includes('admin@mailroom.test'))).toHaveLength(1);
  });
});

it('members who haven’t made any choices get the defaults', async () => {
  const db = await store();
  const member = await findMember(db, await findMemberId('viewer@mailroom.test'));
  expect(await readNotificationSettings(db, member?.id ?? '')).toEqual({
    emails: {},
    digestMinute: 480,
    zone: null,
  });
});
