/** Reads payment runs, without calling the mail service. Every member can see every run. */
import 'server-only';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import type { Database } from '#lib/database/open.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  type PaymentRun,
  type PaymentRunSummary,
  type RunItem,
  type RunSendState,
  runItemState,
} from '#lib/domain/payment-run.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { readIndexed } from '#lib/store/index-list.ts';
import { store } from '#lib/store/open.ts';
import {
  countRunItems,
  findRunOfAttempt,
  queryRunItems,
  type RunItemRow,
} from '#lib/store/payment-run-items.ts';
import { findRunToSend } from '#lib/store/payment-run-sends.ts';
import {
  findPaymentRun,
  type PaymentRunRow,
  queryOpenRunsOf,
  queryPaymentRuns,
} from '#lib/store/payment-runs.ts';
import { authorize } from './authorize.ts';
import { isInvoiced } from './invoicing.ts';

/** Lists all members' runs, newest first. */
export async function listPaymentRuns(range: {
  readonly page: number;
  readonly perPage: number;
}): Promise<Outcome<{ readonly runs: readonly PaymentRunSummary[]; readonly total: number }>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const db = await store();
  const { rows, total } = await queryPaymentRuns(db, range);
  return ok({ runs: await summarize(db, rows), total });
}

/** Returns the member's latest runs that still have campaigns to pay for. Empty for members who can't pay. */
export async function listOpenRuns(): Promise<readonly PaymentRunSummary[]> {
  const member = await getMember();
  if (!member || !isAllowed(member.role, 'payCampaign')) return [];
  const db = await store();
  const runs = await summarize(db, await queryOpenRunsOf(db, member.id, MAX_OPEN_RUNS));
  return runs.filter(({ left }) => left > 0);
}

/** How many of a member's latest runs to check for campaigns that still have to be paid for. */
const MAX_OPEN_RUNS = 5;

async function summarize(
  db: Database,
  rows: readonly PaymentRunRow[],
): Promise<readonly PaymentRunSummary[]> {
  const counts = await countRunItems(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, by, createdAt, stoppedAt }) => ({
    id,
    by,
    createdAt: createdAt.getTime(),
    stoppedAt: stoppedAt?.getTime() ?? null,
    ...(counts.get(id) ?? { campaigns: 0, paid: 0, left: 0 }),
  }));
}

/**
 * Reads a run.
 * @param known the signed-in member, if already loaded
 */
export async function readPaymentRun(id: number, known?: Member): Promise<Outcome<PaymentRun>> {
  const allowed = await authorize('listCampaigns', known);
  if (!allowed.ok) return allowed;
  const db = await store();
  const run = await findPaymentRun(db, id);
  return run ? ok(await describeRun(db, run, allowed.value)) : fail({ kind: 'missing' });
}

async function describeRun(db: Database, run: PaymentRunRow, member: Member): Promise<PaymentRun> {
  const rows = await queryRunItems(db, run.id);
  const indexed = await readIndexed(
    db,
    rows.map(({ campaignId }) => campaignId),
  );
  const byId = new Map(indexed.map((row) => [row.campaignId, listedCampaign(row)]));
  return {
    id: run.id,
    by: run.by,
    isOwn: run.memberId === member.id,
    canPay: isAllowed(member.role, 'payCampaign') && !isInvoiced(),
    createdAt: run.createdAt.getTime(),
    stoppedAt: run.stoppedAt?.getTime() ?? null,
    sendDate: run.sendDate,
    items: rows.map((row) => ({ ...toItem(row, run.sendDate), listed: byId.get(row.campaignId) })),
  };
}

function toItem(row: RunItemRow, sendDate: string | null): Omit<RunItem, 'listed'> {
  const state = runItemState(row);
  const isPaid = state === 'paid';
  return {
    position: row.position,
    campaignId: row.campaignId,
    state,
    amount: isPaid ? row.paidAmount : row.elsewhereAmount,
    credit: isPaid ? (row.paidBefore?.order?.credit ?? null) : null,
    finishedAt: (isPaid ? row.paidAt : row.outcomeAt)?.getTime() ?? null,
    send: isPaid ? describeSend(row, sendDate) : undefined,
  };
}

const SEND_STATES = {
  open: 'in_progress',
  done: 'scheduled',
  unknown: 'unknown',
  refused: 'not_scheduled',
} as const satisfies Record<string, RunSendState>;

/** Nothing failed: the payment arrived after the run was stopped, the campaign was skipped, or the send date had passed. */
const PAID_TOO_LATE: Failure = { kind: 'refused', status: 409, code: 'paid_too_late' };

function describeSend(row: RunItemRow, sendDate: string | null): RunItem['send'] {
  const { sendAttempt: attempt, sendEndedAt, sendFailure: failure } = row;
  if (attempt) {
    const at = parseTimestamp(attempt.before?.order?.sendDate ?? undefined) ?? null;
    return { state: SEND_STATES[attempt.state], at, failure, canRetry: false };
  }
  const at = parseTimestamp(sendDate ?? undefined) ?? null;
  if (sendEndedAt !== null)
    return { state: 'not_scheduled', at, failure: failure ?? PAID_TOO_LATE, canRetry: true };
  return sendDate === null ? undefined : { state: 'waiting', at, failure: null, canRetry: true };
}

/**
 * Returns the run in which the signed-in member opened a payment attempt's link, if the member can continue the
 * run. Undefined for everyone else, even with the payment's return link.
 */
export async function findOwnRunOfAttempt(attemptId: string): Promise<number | undefined> {
  const member = await getMember();
  if (!member || !isAllowed(member.role, 'payCampaign')) return undefined;
  const found = await findRunOfAttempt(await store(), attemptId);
  return found?.memberId === member.id ? found.runId : undefined;
}

/** A run that schedules a draft as soon as the draft is paid for. */
export interface ScheduledRun {
  readonly runId: number;
  /** In milliseconds since the epoch. */
  readonly sendAt: number;
}

/**
 * Returns the run that will schedule a draft once a payment is made through one of the run's open payment
 * links. Checkout may use such a link again. Undefined if there is none.
 */
export async function findScheduledRun(campaignId: number): Promise<ScheduledRun | undefined> {
  const allowed = await authorize('payCampaign');
  const found = allowed.ok ? await findRunToSend(await store(), campaignId) : undefined;
  const sendAt = parseTimestamp(found?.sendDate);
  return found === undefined || sendAt === undefined ? undefined : { runId: found.runId, sendAt };
}

/** Reads a run for the CSV export. Records the export as a security event. */
export async function exportPaymentRun(id: number): Promise<Outcome<PaymentRun>> {
  const run = await readPaymentRun(id);
  const member = await getMember();
  if (run.ok && member)
    await recordSecurityEvent({ name: 'payment_run.exported', by: member, details: { run: id } });
  return run;
}
