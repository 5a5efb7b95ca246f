/** Email notifications to the team: a real SMTP server receives each one once, even after failures. */
import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { resolveAttemptManually } from '#lib/data/attempts.ts';
import { cancelCampaign, cloneCampaign, sendCampaign } from '#lib/data/sending.ts';
import type { Database } from '#lib/database/open.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import { listCampaignAttempts } from '#lib/store/attempts.ts';
import { saveGuestDecision } from '#lib/store/guest-decisions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { openStore, store } from '#lib/store/open.ts';
import { attempts, members, notifications } from '#lib/store/schema.ts';
import { insertShareLink } from '#lib/store/share-links.ts';
import { startPostgres } from '../support/postgres.ts';
import { startMailServer, type TestMailServer } from '../support/smtp.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let smtpServer: TestMailServer;
let nextId = 9_000;
beforeEach(async () => {
  smtpServer = await startMailServer();
  harness.applySettings({ SMTP_URL: smtpServer.url, MAIL_FROM: 'mailroom@console.test' });
  const db = await store();
  await db.delete(notifications);
  await db.update(attempts).set({ state: 'refused' }).where(eq(attempts.state, 'unknown'));
});
afterEach(() => smtpServer.stop());

const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';

const addPaidDraft = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, paid: 127.5, ...overrides });
const findMemberId = async (email: string, db?: Database) => {
  const row = await findMemberByEmail(db ?? (await store()), email);
  if (!row) throw new Error(`No member has the address ${email}.`);
  return row.id;
};
const deliverDue = async () => sendDueNotifications(await store());
const deliverAndListEmails = async () => {
  await deliverDue();
  return smtpServer.emails.map(({ to, subject }) => `${to.join()}: ${subject}`).sort();
};
const readOutbox = async () =>
  (await store())
    .select({
      deliveryAttempts: notifications.deliveryAttempts,
      minutesToNext: sql<number>`round(extract(epoch from ${notifications.nextDeliveryAt} - now()) / 60)::int`,
      isOpen: sql<boolean>`${notifications.closedAt} is null`,
    })
    .from(notifications)
    .orderBy(desc(notifications.createdAt));
const makeDue = async () => (await store()).update(notifications).set({ nextDeliveryAt: sql`now()` });

/** Starts a cancellation whose request is lost. No read can show its outcome. */
async function startUnknownCancel() {
  const campaign = addPaidDraft({ status: 'queued' });
  harness.service.injectFault('POST cancel', 'drop_before');
  await harness.sender(() => cancelCampaign(campaign.id));
  return campaign;
}
const backdateAttempt = async ({ id }: TinyCampaign, age: string) =>
  (await store()).execute(
    sql`update attempts set started_at = now() - ${age}::interval where campaign_id = ${id}`,
  );

describe('the notification that a campaign was scheduled', () => {
  it('goes to the member who sent it, in plain text and HTML, with a link', async () => {
    const { id } = addPaidDraft({ scheduled_at: '2026-12-24T09:00:00Z' });
    await harness.sender(() => sendCampaign(id, {}));
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: Just listed (#${id})`]);
    const [email] = smtpServer.emails;
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain(`${ORIGIN}/campaigns/${id}`);
      expect(part).toContain('It goes to production on Thu 24 Dec 2026, 09:00 UTC');
    }
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('is sent after a lost response, once a read shows the campaign as queued', async () => {
    const { id } = addPaidDraft();
    harness.service.injectFault('POST send', 'drop_after');
    await harness.sender(() => sendCampaign(id, {}));
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('names the campaign by its number if the service no longer returns it', async () => {
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    harness.service.campaigns.delete(id);
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: Campaign #${id}`]);
  });

  it('is not sent for a refused send, for a clone, or after the campaign was canceled', async () => {
    const refused = addPaidDraft();
    harness.service.injectFault('POST send', { status: 409, body: {} });
    await harness.sender(() => sendCampaign(refused.id, {}));
    await harness.sender(() => cloneCampaign(refused.id));
    expect(await readOutbox()).toEqual([]);
    const canceled = addPaidDraft();
    await harness.sender(() => sendCampaign(canceled.id, {}));
    await harness.sender(() => cancelCampaign(canceled.id));
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: false }]);
  });
});

describe('the notification that an outcome has been unknown for ten minutes', () => {
  it('goes once to the member who started the action and to active admins', async () => {
    const campaign = await startUnknownCancel();
    await addMember('former@mailroom.test', 'admin');
    await (await store())
      .update(members)
      .set({ disabledAt: new Date() })
      .where(eq(members.email, 'former@mailroom.test'));
    await backdateAttempt(campaign, '9 minutes 50 seconds');
    await reconcileAttempts(await store());
    expect(await deliverAndListEmails()).toEqual([]);
    await backdateAttempt(campaign, '10 minutes');
    await reconcileAttempts(await store());
    await reconcileAttempts(await store());
    const subject = `Needs review: Just listed (#${campaign.id})`;
    expect(await deliverAndListEmails()).toEqual([`${ADMIN}: ${subject}`, `${SENDER}: ${subject}`]);
    expect(smtpServer.emails[0]?.text).toContain(`Member: ${SENDER}`);
    // An admin who is added later gets no email about it.
    await addMember('later@mailroom.test', 'admin');
    await reconcileAttempts(await store());
    expect(await deliverAndListEmails()).toHaveLength(2);
    await (await store()).delete(members).where(eq(members.email, 'later@mailroom.test'));
  });

  it('is not sent once a member has resolved the attempt', async () => {
    const campaign = await startUnknownCancel();
    await backdateAttempt(campaign, '11 minutes');
    await reconcileAttempts(await store());
    const [attempt] = await listCampaignAttempts(await store(), campaign.id);
    const resolution = await harness.sender(() =>
      resolveAttemptManually(campaign.id, attempt?.id ?? '', 'refused'),
    );
    expect(resolution).toMatchObject({ ok: true });
    expect(await deliverAndListEmails()).toEqual([]);
    expect((await readOutbox()).every(({ isOpen }) => !isOpen)).toBe(true);
  });
});

/** Saves the same guest decision twice. */
async function saveDecisionTwice(db: Database, memberId: string, label = 'For Grace', campaignId = nextId++) {
  const shareLink = await insertShareLink(db, {
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
    shareLinkId: shareLink.id,
    campaignId,
    decision: 'changes',
    name: 'Grace Miller',
    email: 'grace@miller.example',
    comment: 'Could the <b>number</b> be larger?',
    fingerprint: 'x',
  } as const;
  await saveGuestDecision(db, decision);
  await saveGuestDecision(db, decision);
}

describe('the notification of a guest’s decision', () => {
  it('goes once to the member who shared the campaign, with times in their zone', async () => {
    const db = await store();
    await db.update(members).set({ timeZone: 'America/New_York' }).where(eq(members.email, SENDER));
    await saveDecisionTwice(db, await findMemberId(SENDER));
    expect(await deliverAndListEmails()).toEqual([
      expect.stringMatching(/^sender@.*: Changes requested: Campaign #\d+$/),
    ]);
    const [email] = smtpServer.emails;
    expect(email?.text).toContain('> Could the <b>number</b> be larger?');
    expect(email?.text).toMatch(/When: .* E[SD]T/);
    expect(email?.html).toContain('Could the &lt;b&gt;number&lt;/b&gt; be larger?');
  });

  it('is not sent to a member who has been disabled', async () => {
    const disabled = await addMember('disabled@mailroom.test', 'sender');
    await saveDecisionTwice(await store(), disabled.id);
    await (await store()).update(members).set({ disabledAt: new Date() }).where(eq(members.id, disabled.id));
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: false }]);
  });
});

describe('delivery', () => {
  it('is retried after the SMTP server was down, and the email arrives once', async () => {
    await saveDecisionTwice(await store(), await findMemberId(SENDER));
    const { port } = new URL(smtpServer.url);
    await smtpServer.stop();
    await deliverDue();
    expect(await readOutbox()).toEqual([{ deliveryAttempts: 1, minutesToNext: 1, isOpen: true }]);
    smtpServer = await startMailServer(Number(port));
    expect(await deliverAndListEmails()).toEqual([]);
    await makeDue();
    expect(await deliverAndListEmails()).toHaveLength(1);
    expect(await readOutbox()).toMatchObject([{ deliveryAttempts: 2, isOpen: false }]);
    await makeDue();
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('stops after eight refused attempts within a day', async () => {
    await saveDecisionTwice(await store(), await findMemberId(SENDER));
    smtpServer.rejectRecipients(SENDER);
    const minutes: number[] = [];
    for (let i = 0; i < 9; i++) {
      await makeDue();
      await deliverDue();
      minutes.push(
        ...(await readOutbox()).filter(({ isOpen }) => isOpen).map(({ minutesToNext }) => minutesToNext),
      );
    }
    expect(minutes).toEqual([1, 5, 20, 60, 120, 360, 840]);
    expect(minutes.reduce((sum, wait) => sum + wait)).toBeLessThan(24 * 60);
    expect(await readOutbox()).toMatchObject([{ deliveryAttempts: 8, isOpen: false }]);
  });

  it('adds nothing to the outbox while no SMTP server is set', async () => {
    harness.applySettings({});
    const campaign = await startUnknownCancel();
    await backdateAttempt(campaign, '11 minutes');
    await reconcileAttempts(await store());
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    await saveDecisionTwice(await store(), await findMemberId(SENDER));
    expect(await readOutbox()).toEqual([]);
  });

  it('sends each email once when two consoles share the database', { timeout: 60_000 }, async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const consoles = await Promise.all(
      [0, 1].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' })),
    );
    onTestFinished(async () => {
      await Promise.all(consoles.map(({ close }) => close()));
    });
    const [{ db } = { db: await store() }] = consoles;
    await db.insert(members).values({ email: SENDER, role: 'sender' });
    const labels = Array.from({ length: 12 }, (_, i) => `Link number ${i}.`);
    for (const label of labels) await saveDecisionTwice(db, await findMemberId(SENDER, db), label);
    await Promise.all(
      consoles.flatMap((console) => [sendDueNotifications(console.db), sendDueNotifications(console.db)]),
    );
    const delivered = smtpServer.emails.map(({ text }) => /Link number \d+\./.exec(text)?.[0]);
    expect(delivered.sort()).toEqual(labels.sort());
  });
});
