/** Reads campaigns back to settle attempts whose responses were lost. Never repeats a call. */
import 'server-only';
import { NO_LEASE } from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';
import { type CampaignSnapshot, type Reschedule, snapshotCampaign } from '#lib/domain/attempt.ts';
import { type CampaignReading, type Resolution, resolveAttempt } from '#lib/domain/attempt-resolution.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { findContradictedAttempt } from '#lib/domain/stale-reading.ts';
import { recordWithOutcome } from '#lib/index/learn.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { type AgedAttemptRow, listAttemptsDue, listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { type AttemptRow, expireOpenAttempts, saveReading, settleAttempt } from '#lib/store/attempts.ts';
import { listSucceededAttempts, type SucceededRow } from '#lib/store/succeeded-attempts.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';
import { READ_MS } from '#lib/upstream/time-limits.ts';
import { compareReading, logMismatch } from './agreement.ts';

/**
 * The age at which an open attempt expires. A running server ends every attempt before it expires, so an expired
 * attempt means that its server died.
 */
export const EXPIRES_AFTER_MS = 30_000;
const CONCURRENCY = 4;
const MAX_DUE = 200;

/**
 * Lists a campaign's attempts, newest first. First settles each unknown attempt whose outcome can be
 * determined by reading the campaign. Doesn't write anything if no attempt is unknown or expired.
 */
export async function listSettledAttempts(db: Database, campaignId: number): Promise<AgedAttemptRow[]> {
  let rows = await listCampaignAttempts(db, campaignId);
  if (rows.some(({ state, ageMs }) => state === 'open' && ageMs >= EXPIRES_AFTER_MS)) {
    await expireOpenAttempts(db, EXPIRES_AFTER_MS, campaignId);
    rows = await listCampaignAttempts(db, campaignId);
  }
  // Exclude clones, because reading a campaign doesn't show whether it was copied.
  const unknown = rows.filter(({ state, lockScope }) => state === 'unknown' && lockScope !== 'copy');
  if (unknown.length === 0) return rows;
  const deadline = pageReadDeadline();
  await mapInParallel(unknown, CONCURRENCY, (row) => settleByReading(db, row, deadline));
  return listCampaignAttempts(db, campaignId);
}

/** Settles the attempts that are due, across all campaigns. Runs in the background. */
export async function settleDueAttempts(db: Database, deadline: Deadline, lease = NO_LEASE): Promise<void> {
  await expireOpenAttempts(db, EXPIRES_AFTER_MS);
  const due = await listAttemptsDue(db, MAX_DUE);
  lease.advance();
  const settle = async (row: AttemptRow) => {
    await settleByReading(db, row, deadline.within(READ_MS));
    lease.advance();
  };
  await mapInParallel(due, CONCURRENCY, settle, () => deadline.left() === 0 || lease.isLost());
}

/**
 * Reads an unknown attempt's campaign. Settles the attempt if the campaign's current state proves how the
 * attempt ended, and otherwise saves that state with the attempt.
 */
export async function settleByReading(
  db: Database,
  row: AttemptRow,
  deadline: Deadline,
): Promise<{ readonly resolution: Resolution; readonly reading: CampaignReading }> {
  const reading = await readCampaignState(row, deadline);
  const snapshot = snapshotOf(reading);
  const isStale = snapshot !== null && (await findStaleness(db, row.campaignId, snapshot)) !== undefined;
  const resolution = isStale
    ? 'open'
    : row.before
      ? resolveAttempt({ ...row, before: row.before }, reading)
      : 'refused';
  if (resolution === 'open') await saveReading(db, row.id, isStale ? null : snapshot);
  else {
    // A deleted campaign can't be read, so save its state from before the call.
    const isDone = resolution === 'done';
    const after = isDone ? (snapshot ?? row.before) : null;
    const comparison = isDone ? await compareReading(row, reading, deadline) : undefined;
    const reschedule = resolution === 'refused' ? rescheduleAfterReading(row, reading, snapshot) : undefined;
    const settlement = { state: resolution, settledBy: 'reading', after, reschedule, ...comparison } as const;
    const record = (tx: Database) => recordWithOutcome(tx, [reading.campaign, reading.checkout]);
    logMismatch(await settleAttempt(db, row.id, settlement, record));
  }
  return { resolution, reading };
}

/** A draft proves that the first part of a reschedule canceled the campaign. The second part never began. */
function rescheduleAfterReading(
  { reschedule }: AttemptRow,
  { campaign }: CampaignReading,
  canceled: CampaignSnapshot | null,
): Reschedule | undefined {
  if (reschedule?.part !== 'cancel' || campaign?.status !== 'draft') return undefined;
  return { ...reschedule, part: 'send', canceled, reason: 'interrupted' };
}

/** Returns the successful attempt that a reading contradicts. Returns undefined if the reading isn't stale. */
export async function findStaleness(
  db: Database,
  campaignId: number,
  reading: CampaignSnapshot,
): Promise<SucceededRow | undefined> {
  return findContradictedAttempt(await listSucceededAttempts(db, campaignId), reading);
}

/** Reads an attempt's campaign. If the price is needed and isn't part of the campaign, also reads checkout. */
async function readCampaignState(row: AttemptRow, deadline: Deadline): Promise<CampaignReading> {
  const isPayment = row.operation === 'payCampaign' || row.operation === 'payAndSendCampaign';
  const needsCheckout = isPayment || row.before?.order?.isPriceOnCampaign === false;
  const options = { deadline, fresh: true };
  const [campaign, checkout] = await Promise.all([
    readFromService('getCampaign', { id: row.campaignId }, options),
    needsCheckout ? readFromService('checkOutCampaign', { id: row.campaignId }, options) : undefined,
  ]);
  const isMissing = !campaign.ok && campaign.failure.kind === 'missing';
  return {
    campaign: campaign.ok ? campaign.value : isMissing ? null : undefined,
    checkout: checkout?.ok ? checkout.value : undefined,
  };
}

/** Returns null if the campaign couldn't be read or doesn't exist. */
function snapshotOf({ campaign, checkout }: CampaignReading): CampaignSnapshot | null {
  return campaign ? snapshotCampaign(campaign, checkout && applicablePrice(checkout)) : null;
}
