/** Lists attempts, rechecks unknown attempts, and records members' decisions about attempts. */
import 'server-only';
import { cache } from 'react';
import { listSettledAttempts } from '#lib/attempts/settle.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import type { Attempt, CampaignSnapshot, Reschedule } from '#lib/domain/attempt.ts';
import { msUntilResolvable, REVIEW_AFTER_MS } from '#lib/domain/attempt-resolution.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import {
  type AgedAttemptRow,
  findAttempt,
  listUnscheduledAttempts,
  listUnsettledAttempts,
} from '#lib/store/attempt-queries.ts';
import { settleAttempt } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { dismissReschedule } from '#lib/store/succeeded-attempts.ts';
import { authorize } from './authorize.ts';

export type { Attempt, AttemptOperation, AttemptState } from '#lib/domain/attempt.ts';

/** Pages show the mismatch instead of the order. */
const omitOrder = ({ order: _, ...state }: CampaignSnapshot): CampaignSnapshot => state;

/** @param member the signed-in member */
function toAttempt(row: AgedAttemptRow, member: Member): Attempt {
  const { id, campaignId, operation, state, by, amount, lastReading, ageMs } = row;
  return {
    id,
    campaignId,
    operation,
    state,
    by,
    amount,
    mismatch: row.result?.mismatch ?? null,
    reschedule: row.reschedule,
    before: row.before && omitOrder(row.before),
    lastReading,
    readAt: row.readAt?.getTime() ?? null,
    needsReview: state === 'unknown' && ageMs >= REVIEW_AFTER_MS,
    settledBy: row.settledBy,
    settledByMember: row.settledByMember,
    resolvableAt: Date.now() + msUntilResolvable(ageMs),
    isResolvable: msUntilResolvable(ageMs) === 0,
    canResolve: isAllowed(member.role, operation),
    isOwn: row.memberId === member.id && row.itemKey === null && row.tokenId === null,
    startedAt: row.startedAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
    paidAt: row.paidAt?.getTime() ?? null,
  };
}

/**
 * Lists a campaign's attempts, newest first. First settles each unknown attempt whose outcome can be
 * determined by reading the campaign. Returns an empty list for non-members.
 * @param known the signed-in member, if already loaded
 */
export async function listAttempts(campaignId: number, known?: Member): Promise<Attempt[]> {
  const member = await authorize('getCampaign', known);
  if (!member.ok) return [];
  const rows = await listSettledAttempts(await store(), campaignId);
  return rows.map((row) => toAttempt(row, member.value));
}

/**
 * Lists all open and unknown attempts, oldest first. Returns an empty list for non-members. A page and its layout share
 * one read.
 */
export const listOpenAttempts = cache(async (): Promise<Attempt[]> => {
  const member = await authorize('listCampaigns');
  if (!member.ok) return [];
  const rows = await listUnsettledAttempts(await store());
  return rows.map((row) => toAttempt(row, member.value));
});

/** The maximum number of unscheduled campaigns on the overview. */
const MAX_UNSCHEDULED = 50;

/**
 * Lists the reschedules that left a draft unscheduled, latest first. Returns an empty list for non-members.
 */
export async function listUnscheduled(): Promise<Attempt[]> {
  const member = await authorize('listCampaigns');
  if (!member.ok) return [];
  const rows = await listUnscheduledAttempts(await store(), MAX_UNSCHEDULED);
  return rows.map((row) => toAttempt(row, member.value));
}

/**
 * Dismisses the note that a reschedule left a draft unscheduled, for all members. The draft stays unscheduled.
 * Fails with `missing` if the campaign has no such note.
 */
export async function dismissUnscheduled(campaignId: number, attemptId: string): Promise<Outcome<null>> {
  const allowed = await authorize('sendCampaign');
  if (!allowed.ok) return allowed;
  if (!isAttemptId(attemptId)) return fail({ kind: 'missing' });
  const by = allowed.value;
  return changeAndRecord(async (tx, record): Promise<Outcome<null>> => {
    if (!(await lockMemberWithPermission(tx, by.id, 'sendCampaign'))) return fail({ kind: 'forbidden' });
    if (!(await dismissReschedule(tx, attemptId, campaignId))) return fail({ kind: 'missing' });
    await record({ name: 'campaign.unscheduled_dismissed', by, campaignId });
    return ok(null);
  });
}

const isAttemptId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

/**
 * Rechecks a campaign's unknown attempts when a member requests a recheck. Fails with `forbidden` for
 * non-members.
 */
export async function recheckAttempts(campaignId: number): Promise<Outcome<readonly Attempt[]>> {
  const member = await authorize('getCampaign');
  return member.ok ? ok(await listAttempts(campaignId, member.value)) : member;
}

/**
 * Records a member's resolution of an unknown attempt. Requires the permission for the attempt's operation. Fails with
 * `missing` if the attempt's state isn't `unknown`, or if the attempt belongs to another campaign. Fails with `refused`
 * and the code `still_running` while the service may still be running the call. Resolving an attempt while its call is
 * still running would release the lock and let another call start.
 */
export async function resolveAttemptManually(
  campaignId: number,
  id: string,
  resolution: 'done' | 'refused',
): Promise<Outcome<Attempt>> {
  const member = await getMember();
  if (!member) return fail({ kind: 'forbidden' });
  if (!isAttemptId(id)) return fail({ kind: 'missing' });
  const db = await store();
  const row = await findAttempt(db, id);
  if (row?.campaignId !== campaignId || row.state !== 'unknown') return fail({ kind: 'missing' });
  if (!isAllowed(member.role, row.operation)) return fail({ kind: 'forbidden' });
  if (msUntilResolvable(row.ageMs) > 0) {
    return fail({ kind: 'refused', status: 409, code: 'still_running' });
  }
  const settled = await settleAttempt(db, id, {
    ...recordedOutcome(row, resolution),
    settledBy: 'member',
    settledByMember: member.email,
  });
  return settled ? ok(toAttempt({ ...settled, ageMs: row.ageMs }, member)) : fail({ kind: 'missing' });
}

/**
 * Returns the outcome that a member recorded. For a reschedule, the resolution applies to the part whose response was
 * lost. The console doesn't make the second call after a resolution, so a completed cancellation leaves the campaign
 * unscheduled.
 */
function recordedOutcome(
  { reschedule }: AgedAttemptRow,
  resolution: 'done' | 'refused',
): { readonly state: 'done' | 'refused'; readonly reschedule?: Reschedule } {
  if (!reschedule || (reschedule.part === 'send') === (resolution === 'done')) return { state: resolution };
  return { state: 'refused', reschedule: { ...reschedule, part: 'send', reason: 'recorded' } };
}
