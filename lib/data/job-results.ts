/** Reads bulk jobs: their progress, their reviews, and their results. Every member can see every job. */
import 'server-only';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { Database } from '#lib/database/open.ts';
import {
  hasSendPlan,
  isReview,
  itemsLeft,
  type Job,
  type JobCounts,
  type JobDay,
  type JobItem,
  type JobListItem,
  type JobSummary,
  type LeftOutReason,
  mayStopJob,
  permissionFor,
  pricedTotals,
  REVIEW_VALID_MS,
  reviewedItems,
} from '#lib/domain/job.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { readIndexed } from '#lib/store/index-list.ts';
import {
  countItems,
  countLeftOut,
  type ItemFilter,
  measureSpeed,
  NO_ITEMS,
  queryItems,
  queryItemsAfter,
  sumByCurrency,
  sumBySendTime,
  sumItems,
} from '#lib/store/job-items.ts';
import { countUnscheduled, queryUnscheduledKeys } from '#lib/store/job-reschedules.ts';
import { countRetryable } from '#lib/store/job-retries.ts';
import { queryFirstLeftOut, queryItemsByEmail } from '#lib/store/job-reviews.ts';
import type { JobItemRow } from '#lib/store/job-work.ts';
import { type AgedJobRow, findJob, type JobRow, queryJobs } from '#lib/store/jobs.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';
import { readNumberToType } from './job-limits.ts';

export type { ItemFilter } from '#lib/store/job-items.ts';

/** The number of campaigns that an export holds in memory at a time. */
const CHUNK_SIZE = 500;

/** A page of a list. `page` starts at 1. */
interface PageRange {
  readonly page: number;
  readonly perPage: number;
}

interface FoundJob {
  readonly member: Member;
  readonly row: AgedJobRow;
}

/**
 * Finds a job for the signed-in member. A job isn't limited to one customer, so a token that is limited to one customer
 * can't read it.
 */
async function findVisibleJob(id: number, known?: Member): Promise<Outcome<FoundJob>> {
  const allowed = await authorize('listCampaigns', known);
  if (!allowed.ok) return allowed;
  const isForCustomer = (currentTokenCaller()?.customerId ?? null) !== null;
  const row = isForCustomer || !Number.isSafeInteger(id) ? undefined : await findJob(await store(), id);
  return row ? ok({ member: allowed.value, row }) : fail({ kind: 'missing' });
}

/**
 * Reads a job with its counts.
 * @param known the signed-in member, if already loaded
 */
export async function readJob(id: number, known?: Member): Promise<Outcome<Job>> {
  const found = await findVisibleJob(id, known);
  return found.ok ? ok(await toJob(await store(), found.value)) : found;
}

async function toJob(db: Database, { row, member }: FoundJob): Promise<Job> {
  const counts = (await countItems(db, [row.id])).get(row.id) ?? NO_ITEMS;
  const campaigns = reviewedItems({ state: row.state, counts });
  const isOwn = row.memberId === member.id;
  const mayRun = isOwn && isAllowed(member.role, permissionFor(row.action));
  const isReady = row.state === 'ready_for_review';
  const isReschedule = row.action.kind === 'reschedule' && row.startedAt !== null;
  const canRetry = mayRun && (row.state === 'ended' || row.state === 'stopped');
  return {
    ...toListItem(row, counts),
    stopReason: row.stopReason,
    stoppedBy: row.stoppedBy,
    stoppedAt: row.stoppedAt?.getTime() ?? null,
    checkedAt: row.checkedAt?.getTime() ?? null,
    isReviewExpired: isReady && (row.reviewAgeMs ?? 0) > REVIEW_VALID_MS,
    numberToType: isReady ? await readNumberToType(db, row, campaigns) : null,
    unscheduled: isReschedule ? await countUnscheduled(db, row.id) : 0,
    secondsLeft: await estimateSeconds(db, row, counts),
    isOwn,
    canStart: mayRun && isReady && campaigns > 0,
    canStop: row.state === 'running' && mayStopJob(row, member),
    canDiscard: isReview(row.state) && mayStopJob(row, member),
    canResume: mayRun && row.state === 'stopped' && itemsLeft(counts) > 0,
    retryable: canRetry && counts.refused > 0 ? await countRetryable(db, row.id) : 0,
  };
}

const toListItem = (row: JobRow, counts: JobCounts): JobListItem => ({
  id: row.id,
  action: row.action,
  state: row.state,
  by: row.by,
  counts,
  createdAt: row.createdAt.getTime(),
  startedAt: row.startedAt?.getTime() ?? null,
  endedAt: row.endedAt?.getTime() ?? null,
});

async function estimateSeconds(
  db: Database,
  { id, state }: JobRow,
  counts: JobCounts,
): Promise<number | null> {
  if (state !== 'checking' && state !== 'running') return null;
  const speed = await measureSpeed(db, id, state === 'checking' ? 'readAt' : 'settledAt');
  const left = state === 'checking' ? counts.checking : itemsLeft(counts);
  return speed === null ? null : Math.ceil(left / speed / 1_000);
}

/** Summarizes a job's campaigns for its review. */
export async function readJobSummary(id: number): Promise<Outcome<JobSummary>> {
  const found = await findVisibleJob(id);
  if (!found.ok) return found;
  const db = await store();
  const [sums, totals, times, leftOut] = await Promise.all([
    sumItems(db, id),
    sumByCurrency(db, id),
    sumBySendTime(db, id),
    countLeftOut(db, id),
  ]);
  const { action } = found.value.row;
  const zone = hasSendPlan(action) ? action.plan.zone : 'UTC';
  return ok({
    campaigns: sums?.campaigns ?? 0,
    customers: sums?.customers ?? 0,
    addresses: sums?.addresses ?? 0,
    recipients: sums?.recipients ?? 0,
    changedPrices: sums?.changedPrices ?? 0,
    firstSendAt: sums?.firstSendAt?.getTime() ?? null,
    lastSendAt: sums?.lastSendAt?.getTime() ?? null,
    totals,
    days: daysOf(times, zone),
    leftOut,
  });
}

function daysOf(times: Awaited<ReturnType<typeof sumBySendTime>>, zone: string): readonly JobDay[] {
  // The Swedish date format matches ISO 8601.
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone });
  const byDay = Map.groupBy(times, ({ sendAt }) => format.format(sendAt ?? 0));
  return [...byDay].map(([day, rows]) => ({
    day,
    campaigns: rows.reduce((sum, { campaigns }) => sum + campaigns, 0),
    recipients: rows.reduce((sum, { recipients }) => sum + recipients, 0),
    totals: pricedTotals(rows).map(({ currency, price }) => ({ currency, price })),
  }));
}

/**
 * Lists a job's campaigns. Campaigns that need review come first, then refused campaigns, started campaigns, and the
 * latest results.
 * @param known the signed-in member, if already loaded
 */
export async function listJobItems(
  id: number,
  filter: ItemFilter,
  range: PageRange,
  known?: Member,
): Promise<Outcome<{ readonly items: readonly JobItem[]; readonly total: number }>> {
  const found = await findVisibleJob(id, known);
  if (!found.ok) return found;
  const db = await store();
  const { rows, total } = await queryItems(db, id, filter, range);
  return ok({ items: await toItems(db, rows), total });
}

interface LeftOutItems {
  readonly reason: LeftOutReason;
  /** The number of campaigns that were left out for this reason. */
  readonly campaigns: number;
  /** The first of them. */
  readonly items: readonly JobItem[];
}

/** Lists the first campaigns that were left out for each reason. The most frequent reason comes first. */
export async function listLeftOut(id: number, perReason: number): Promise<Outcome<readonly LeftOutItems[]>> {
  const found = await findVisibleJob(id);
  if (!found.ok) return found;
  const db = await store();
  const [counts, rows] = await Promise.all([countLeftOut(db, id), queryFirstLeftOut(db, id, perReason)]);
  const items = await toItems(db, rows);
  return ok(
    counts.map((count) => ({ ...count, items: items.filter((item) => item.leftOut === count.reason) })),
  );
}

/** Lists the first campaigns that a job shares with customers, by the customers' addresses. */
export async function listItemsByAddress(id: number, limit: number): Promise<Outcome<readonly JobItem[]>> {
  const found = await findVisibleJob(id);
  if (!found.ok) return found;
  const db = await store();
  return ok(await toItems(db, await queryItemsByEmail(db, id, limit)));
}

async function toItems(db: Database, rows: readonly JobItemRow[]): Promise<readonly JobItem[]> {
  const [indexed, unscheduled] = await Promise.all([
    readIndexed(
      db,
      rows.map(({ campaignId }) => campaignId),
    ),
    queryUnscheduledKeys(db, rows),
  ]);
  const byId = new Map(indexed.map((row) => [row.campaignId, listedCampaign(row)]));
  return rows.map((row) => ({
    position: row.position,
    campaignId: row.campaignId,
    listed: byId.get(row.campaignId),
    state: row.state,
    leftOut: row.leftOut,
    sendAt: row.sendAt?.getTime() ?? null,
    previousSendAt: row.reviewed?.queued ? Date.parse(row.reviewed.queued.sendAt) : null,
    isUnscheduled: unscheduled.has(row.attemptKey),
    price: row.price,
    priceAtSelection: row.priceAtSelection,
    recipients: row.recipients,
    email: row.email,
    failure: row.failure,
    copyId: row.copyId,
    startedAt: row.startedAt?.getTime() ?? null,
    settledAt: row.settledAt?.getTime() ?? null,
  }));
}

/** Lists all jobs, newest first. */
export async function listJobs(
  range: PageRange,
): Promise<Outcome<{ readonly jobs: readonly JobListItem[]; readonly total: number }>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const db = await store();
  const { rows, total } = await queryJobs(db, range);
  const counts = await countItems(
    db,
    rows.map(({ id }) => id),
  );
  return ok({ jobs: rows.map((row) => toListItem(row, counts.get(row.id) ?? NO_ITEMS)), total });
}

/**
 * Returns all campaigns in a job, in the order of the selection, for the CSV export. Records the export as a security
 * event.
 */
export async function exportJob(
  id: number,
): Promise<Outcome<{ readonly job: Job; readonly chunks: AsyncIterable<readonly JobItem[]> }>> {
  const found = await findVisibleJob(id);
  if (!found.ok) return found;
  await recordSecurityEvent({ name: 'job.exported', by: found.value.member, details: { id } });
  return ok({ job: await toJob(await store(), found.value), chunks: readChunks(id) });
}

async function* readChunks(id: number): AsyncGenerator<readonly JobItem[]> {
  const db = await store();
  for (let position = 0; ; ) {
    const rows = await queryItemsAfter(db, id, position, CHUNK_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    yield await toItems(db, rows);
    position = last.position;
  }
}
