/** What the team is told by e-mail: by a real mail server, once each, whatever happens on the way. */
import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { resolveAttemptManually } from '#lib/data/attempts.ts';
import { cancelCampaign, cloneCampaign, sendCampaign } from '#lib/data/sending.ts';
import type { Database } from '#lib/database/open.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import { listCampaignAttempts } from '#lib/store/attempts.ts';
import { decide } from '#lib/store/guest-decisions.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { openStore, store } from '#lib/store/open.ts';
import { attempts, members, notifications } from '#lib/store/schema.ts';
import { addShare } from '#lib/store/share-links.ts';
import { startPostgres } from '../support/postgres.ts';
import { type TestMailServer, startMailServer } from '../support/smtp.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let mail: TestMailServer;
let nextId = 9_000;
beforeEach(async () => {
  mail = await startMailServer();
  harness.settings({ SMTP_URL: mail.url, MAIL_FROM: 'mailroom@console.test' });
  const db = await store();
  await db.delete(notifications);
  await db.update(attempts).set({ state: 'refused' }).where(eq(attempts.state, 'unknown'));
});
afterEach(() => mail.stop());

const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';

const paidDraft = (over: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, paid: 127.5, ...over });
const idOf = async (email: string, db?: Database) => {
  const row = await memberByEmail(db ?? (await store()), email);
  if (!row) throw new Error(`${email} is no member.`);
  return row.id;
};
const round = async () => sendDueNotifications(await store());
const delivered = async () => {
  await round();
  return mail.emails.map(({ to, subject }) => `${to.join()}: ${subject}`).sort();
};
const kept = async () =>
  (await store())
    .select({
      tries: notifications.deliveries,
      wait: sql<number>`round(extract(epoch from ${notifications.nextDeliveryAt} - now()) / 60)::int`,
      isOpen: sql<boolean>`${notifications.closedAt} is null`,
    })
    .from(notifications)
    .orderBy(desc(notifications.createdAt));
const makeDue = async () => (await store()).update(notifications).set({ nextDeliveryAt: sql`now()` });

/** A cancel whose answer got lost before it was done: nothing that can be read tells. */
async function inDoubt() {
  const campaign = paidDraft({ status: 'queued' });
  harness.service.fault('POST cancel', 'drop_before');
  await harness.sender(() => cancelCampaign(campaign.id));
  return campaign;
}
const age = async ({ id }: TinyCampaign, begun: string) =>
  (await store()).execute(
    sql`update attempts set started_at = now() - ${begun}::interval where campaign_id = ${id}`,
  );

describe('a mailing that was sent', () => {
  it('is told to whoever sent it, in plain text and in HTML, with the way to it', async () => {
    const { id } = paidDraft({ scheduled_at: '2026-12-24T09:00:00Z' });
    await harness.sender(() => sendCampaign(id, {}));
    expect(await delivered()).toEqual([`${SENDER}: Scheduled: Just listed (#${id})`]);
    const [letter] = mail.emails;
    for (const part of [letter?.text, letter?.html]) {
      expect(part).toContain(`${ORIGIN}/campaigns/${id}`);
      expect(part).toContain('It goes to production on Thu 24 Dec 2026, 09:00 UTC');
    }
    expect(await delivered()).toHaveLength(1);
  });

  it('is told also when only a later reading showed it', async () => {
    const { id } = paidDraft();
    harness.service.fault('POST send', 'drop_after');
    await harness.sender(() => sendCampaign(id, {}));
    expect(await delivered()).toHaveLength(1);
  });

  it('is told by its number where the service says nothing more', async () => {
    const { id } = paidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    harness.service.campaigns.delete(id);
    expect(await delivered()).toEqual([`${SENDER}: Scheduled: Campaign #${id}`]);
  });

  it('is not told when it was refused, when it is no sending, or when it was cancelled by then', async () => {
    const refused = paidDraft();
    harness.service.fault('POST send', { status: 409, body: {} });
    await harness.sender(() => sendCampaign(refused.id, {}));
    await harness.sender(() => cloneCampaign(refused.id));
    expect(await kept()).toEqual([]);
    const cancelled = paidDraft();
    await harness.sender(() => sendCampaign(cancelled.id, {}));
    await harness.sender(() => cancelCampaign(cancelled.id));
    expect(await delivered()).toEqual([]);
    expect(await kept()).toMatchObject([{ isOpen: false }]);
  });
});

describe('what is in doubt for ten minutes', () => {
  it('is told once to whoever began it and to the admins, and to nobody who is disabled', async () => {
    const campaign = await inDoubt();
    await addMember('former@mailroom.test', 'admin');
    await (await store())
      .update(members)
      .set({ disabledAt: new Date() })
      .where(eq(members.email, 'former@mailroom.test'));
    await age(campaign, '9 minutes 50 seconds');
    await reconcileAttempts(await store());
    expect(await delivered()).toEqual([]);
    await age(campaign, '10 minutes');
    await reconcileAttempts(await store());
    await reconcileAttempts(await store());
    const subject = `Needs review: Just listed (#${campaign.id})`;
    expect(await delivered()).toEqual([`${ADMIN}: ${subject}`, `${SENDER}: ${subject}`]);
    expect(mail.emails[0]?.text).toContain(`Member: ${SENDER}`);
    // An admin who comes later is not told of what others know.
    await addMember('later@mailroom.test', 'admin');
    await reconcileAttempts(await store());
    expect(await delivered()).toHaveLength(2);
    await (await store()).delete(members).where(eq(members.email, 'later@mailroom.test'));
  });

  it('is not told any more once somebody has said how it ended', async () => {
    const campaign = await inDoubt();
    await age(campaign, '11 minutes');
    await reconcileAttempts(await store());
    const [attempt] = await listCampaignAttempts(await store(), campaign.id);
    const said = await harness.sender(() => resolveAttemptManually(campaign.id, attempt?.id ?? '', 'refused'));
    expect(said).toMatchObject({ ok: true });
    expect(await delivered()).toEqual([]);
    expect((await kept()).every(({ isOpen }) => !isOpen)).toBe(true);
  });
});

async function guestDecides(db: Database, memberId: string, label = 'For Grace', campaignId = nextId++) {
  const share = await addShare(db, {
    campaignId,
    nonce: 'nonce',
    tokenHash: crypto.randomUUID(),
    label,
    memberId,
    by: SENDER,
    visibleParts: { price: false, recipients: false, metadata: false },
    guestsDecide: true,
    fingerprints: { proof: null, designs: null, recipients: null, price: null },
    expiresAt: new Date(Date.now() + 60_000),
  });
  const decision = {
    shareLinkId: share.id,
    campaignId,
    decision: 'changes',
    name: 'Grace Miller',
    email: 'grace@miller.example',
    comment: 'Could the <b>number</b> be larger?',
    fingerprint: 'x',
  } as const;
  await decide(db, decision);
  await decide(db, decision);
}

describe('a guest’s decision', () => {
  it('is told once to whoever shared the campaign, in their own time zone', async () => {
    const db = await store();
    await db.update(members).set({ timeZone: 'America/New_York' }).where(eq(members.email, SENDER));
    await guestDecides(db, await idOf(SENDER));
    expect(await delivered()).toEqual([
      expect.stringMatching(/^sender@.*: Changes requested: Campaign #\d+$/),
    ]);
    const [letter] = mail.emails;
    expect(letter?.text).toContain('> Could the <b>number</b> be larger?');
    expect(letter?.text).toMatch(/When: .* E[SD]T/);
    expect(letter?.html).toContain('Could the &lt;b&gt;number&lt;/b&gt; be larger?');
  });

  it('is told to nobody who is disabled by then', async () => {
    const left = await addMember('left@mailroom.test', 'sender');
    await guestDecides(await store(), left.id);
    await (await store()).update(members).set({ disabledAt: new Date() }).where(eq(members.id, left.id));
    expect(await delivered()).toEqual([]);
    expect(await kept()).toMatchObject([{ isOpen: false }]);
  });
});

describe('a mail server', () => {
  it('that is away is asked again later, and the letter comes once', async () => {
    await guestDecides(await store(), await idOf(SENDER));
    const { port } = new URL(mail.url);
    await mail.stop();
    await round();
    expect(await kept()).toEqual([{ tries: 1, wait: 1, isOpen: true }]);
    mail = await startMailServer(Number(port));
    expect(await delivered()).toEqual([]);
    await makeDue();
    expect(await delivered()).toHaveLength(1);
    expect(await kept()).toMatchObject([{ tries: 2, isOpen: false }]);
    await makeDue();
    expect(await delivered()).toHaveLength(1);
  });

  it('that always refuses is asked eight times within a day, and no more', async () => {
    await guestDecides(await store(), await idOf(SENDER));
    mail.rejectRecipients(SENDER);
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      await makeDue();
      await round();
      waits.push(...(await kept()).filter(({ isOpen }) => isOpen).map(({ wait }) => wait));
    }
    expect(waits).toEqual([1, 5, 20, 60, 120, 360, 840]);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(24 * 60);
    expect(await kept()).toMatchObject([{ tries: 8, isOpen: false }]);
  });

  it('that isn’t set is asked nothing: then nothing is kept either', async () => {
    harness.settings({});
    const campaign = await inDoubt();
    await age(campaign, '11 minutes');
    await reconcileAttempts(await store());
    const { id } = paidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    await guestDecides(await store(), await idOf(SENDER));
    expect(await kept()).toEqual([]);
  });

  it('gets each letter from one of two servers', { timeout: 60_000 }, async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const servers = await Promise.all(
      [0, 1].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' })),
    );
    onTestFinished(async () => {
      await Promise.all(servers.map(({ close }) => close()));
    });
    const [{ db } = { db: await store() }] = servers;
    await db.insert(members).values({ email: SENDER, role: 'sender' });
    const labels = Array.from({ length: 12 }, (_, i) => `Shared as number ${i}.`);
    for (const label of labels) await guestDecides(db, await idOf(SENDER, db), label);
    await Promise.all(servers.flatMap((server) => [sendDueNotifications(server.db), sendDueNotifications(server.db)]));
    const told = mail.emails.map(({ text }) => /Shared as number \d+\./.exec(text)?.[0]);
    expect(told.sort()).toEqual(labels.sort());
  });
});
