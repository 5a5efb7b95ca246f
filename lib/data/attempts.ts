import 'server-only';
import { listSettledAttempts } from '#lib/attempts/settle.ts';
import { getMember } from '#lib/auth/session.ts';
import { type Attempt, msUntilResolvable, REVIEW_AFTER_MS } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed, type Role } from '#lib/domain/permissions.ts';
import {
  type AgedAttemptRow,
  findAttempt,
  listCampaignAttempts,
  settleAttempt,
  listUnsettledAttempts,
} from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

export type { Attempt, AttemptOperation, AttemptState } from '#lib/domain/attempt.ts';

function toAttempt({ ageMs, ...row }: AgedAttemptRow, role: Role): Attempt {
  const {
    id,
    campaignId,
    operation,
    state,
    by,
    amount,
    before,
    lastReading: seen,
    settledBy,
    settledByMember,
  } = row;
  return {
    id,
    campaignId,
    operation,
    state,
    by,
    amount,
    before,
    lastReading: seen,
    readAt: row.readAt?.getTime() ?? null,
    needsReview: state === 'unknown' && ageMs >= REVIEW_AFTER_MS,
    settledBy,
    settledByMember,
    resolvableAt: Date.now() + msUntilResolvable(ageMs),
    isResolvable: msUntilResolvable(ageMs) === 0,
    canResolve: isAllowed(role, operation),
    startedAt: row.startedAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
    paidAt: row.paidAt?.getTime() ?? null,
  };
}

/** A campaign's attempts, newest first. What is unknown is read back from the service first. Empty for non-members. */
export async function listAttempts(campaignId: number): Promise<Attempt[]> {
  const member = await authorize('getCampaign');
  if (!member.ok) return [];
  const db = await store();
  await listSettledAttempts(db, campaignId);
  const rows = await listCampaignAttempts(db, campaignId);
  return rows.map((row) => toAttempt(row, member.value.role));
}

/** Every attempt that is open or unknown, oldest first. Empty for non-members. */
export async function listOpenAttempts(): Promise<Attempt[]> {
  const member = await authorize('listCampaigns');
  if (!member.ok) return [];
  const rows = await listUnsettledAttempts(await store());
  return rows.map((row) => toAttempt(row, member.value.role));
}

/** Reads all that is unknown of a campaign back right now, because a person asks. `forbidden` for non-members. */
export async function recheckAttempts(campaignId: number): Promise<Outcome<readonly Attempt[]>> {
  const allowed = await authorize('getCampaign');
  return allowed.ok ? ok(await listAttempts(campaignId)) : allowed;
}

/**
 * A person's word on an unknown attempt that reading can't settle: it went through, or it did not. Needs the role of the
 * attempt's operation. `missing` when it is not this campaign's or not unknown (any more); `refused` with code
 * still_at_work while the lost call may still be under way in the service: either word would let the next one begin.
 */
export async function resolveAttemptManually(
  campaignId: number,
  id: string,
  word: 'done' | 'refused',
): Promise<Outcome<Attempt>> {
  const member = await getMember();
  if (!member) return fail({ kind: 'forbidden' });
  if (!/^[\da-f-]{36}$/.test(id)) return fail({ kind: 'missing' });
  const db = await store();
  const row = await findAttempt(db, id);
  if (row?.campaignId !== campaignId || row.state !== 'unknown') return fail({ kind: 'missing' });
  if (!isAllowed(member.role, row.operation)) return fail({ kind: 'forbidden' });
  if (msUntilResolvable(row.ageMs) > 0) {
    return fail({ kind: 'refused', status: 409, code: 'still_at_work' });
  }
  const settledByMember = member.email;
  const settled = await settleAttempt(db, id, { state: word, settledBy: 'person', settledByMember });
  return settled ? ok(toAttempt({ ...settled, ageMs: row.ageMs }, member.role)) : fail({ kind: 'missing' });
}
