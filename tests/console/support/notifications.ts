/**
 * Performs actions that cause email notifications, reads the outbox, and runs an SMTP server that receives
 * the emails.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import { cancelCampaign } from '#lib/data/sending.ts';
import type { Database } from '#lib/database/open.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import { saveGuestDecision } from '#lib/store/guest-decisions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { notificationSettings, notifications } from '#lib/store/schema/notifications.ts';
import { rateLimits } from '#lib/store/schema/rate-limits.ts';
import { insertShareLink } from '#lib/store/share-links.ts';
import { startEmailServer, type TestEmailServer } from '../../support/smtp.ts';
import type { Harness } from './harness.ts';
import { addCampaign, type TinyCampaign } from './tiny-service.ts';

export const SENDER = 'sender@mailroom.test';

let nextCampaignId = 9_000;

/** Starts an SMTP server before each test. Empties the outbox and settles all unknown attempts as refused. */
export function setUpNotifications(harness: Harness) {
  let smtpServer: TestEmailServer;
  beforeEach(async () => {
    smtpServer = await startEmailServer();
    harness.applySettings({ SMTP_URL: smtpServer.url, MAIL_FROM: 'mailroom@console.test' });
    const db = await store();
    await db.delete(notifications);
    await db.delete(notificationSettings);
    await db.delete(rateLimits);
    await db.update(attempts).set({ state: 'refused' }).where(eq(attempts.state, 'unknown'));
  });
  afterEach(() => smtpServer.stop());

  const addPaidDraft = (overrides: Partial<TinyCampaign> = {}) =>
    addCampaign(harness.service, { id: nextCampaignId++, paid: 127.5, ...overrides });

  return {
    get smtpServer() {
      return smtpServer;
    },
    /** Restarts a stopped SMTP server on the same port. */
    async restartSmtpServer() {
      smtpServer = await startEmailServer(Number(new URL(smtpServer.url).port));
    },
    addPaidDraft,
    /** Delivers the due notifications. Returns the recipient and subject of every email received so far. */
    async deliverAndListEmails(): Promise<string[]> {
      await sendDueNotifications(await store());
      return smtpServer.emails.map(({ to, subject }) => `${to.join()}: ${subject}`).sort();
    },
    /**
     * Starts a cancellation and drops the request. The outcome of the cancellation is unknown while the
     * campaign is queued.
     */
    async startUnknownCancel(): Promise<TinyCampaign> {
      const campaign = addPaidDraft({ status: 'queued' });
      harness.service.injectFault('POST cancel', 'drop_before');
      await harness.sender(() => cancelCampaign(campaign.id));
      return campaign;
    },
  };
}

export async function findMemberId(email: string, db?: Database): Promise<string> {
  const row = await findMemberByEmail(db ?? (await store()), email);
  if (!row) throw new Error(`No member has the address ${email}.`);
  return row.id;
}

/** Returns the delivery state of all notifications, newest first. */
export const readOutbox = async () =>
  (await store())
    .select({
      deliveryAttempts: notifications.deliveryAttempts,
      minutesToNext: sql<number>`round(extract(epoch from ${notifications.nextDeliveryAt} - now()) / 60)::int`,
      isOpen: sql<boolean>`${notifications.closedAt} is null`,
    })
    .from(notifications)
    .orderBy(desc(notifications.createdAt));

export const backdateAttempt = async ({ id }: TinyCampaign, age: string) =>
  (await store()).execute(
    sql`update attempts set started_at = now() - ${age}::interval where campaign_id = ${id}`,
  );

/** Saves the same guest decision twice, for a share link that the member created. */
export async function saveDecisionTwice(
  db: Database,
  memberId: string,
  label = 'For Grace',
  campaignId = nextCampaignId++,
) {
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
