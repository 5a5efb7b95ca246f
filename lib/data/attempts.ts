import 'server-only';
import { type Attempt, decidableIn, PERSON_AFTER_MS } from '../attempts/attempt.ts';
import { settleUnknown } from '../attempts/settle.ts';
import { mayRun, type Role } from '../auth/roles.ts';
import { getMember } from '../auth/session.ts';
import { fail, type Outcome, ok } from '../outcome.ts';
import {
  type AgedRow,
  attemptById,
  attemptsOfCampaign,
  settle,
  unsettledAttempts,
} from '../store/attempts.ts';
import { store } from '../store/open.ts';
import { authorise } from './authorise.ts';

export type { Attempt, AttemptOperation, AttemptState } from '../attempts/attempt.ts';

function present({ ageMs, ...row }: AgedRow, role: Role): Attempt {
  const { id, campaignId, operation, state, by, amount, before, seen, settledBy, settledByMember } = row;
  return {
    id,
    campaignId,
    operation,
    state,
    by,
    amount,
    before,
    seen,
    readAt: row.readAt?.getTime() ?? null,
    needsPerson: state === 'unknown' && ageMs >= PERSON_AFTER_MS,
    settledBy,
    settledByMember,
    decidableAt: Date.now() + decidableIn(ageMs),
    decidable: decidableIn(ageMs) === 0,
    maySettle: mayRun(role, operation),
    startedAt: row.startedAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
    paidAt: row.paidAt?.getTime() ?? null,
  };
}

/** A campaign's attempts, newest first. What is unknown is read back from the service first. Empty for non-members. */
export async function attemptsOf(campaignId: number): Promise<Attempt[]> {
  const member = await authorise('getCampaign');
  if (!member.ok) return [];
  const db = await store();
  await settleUnknown(db, campaignId);
  const rows = await attemptsOfCampaign(db, campaignId);
  return rows.map((row) => present(row, member.value.role));
}

/** Every attempt that is open or unknown, oldest first. Empty for non-members. */
export async function openAttempts(): Promise<Attempt[]> {
  const member = await authorise('listCampaigns');
  if (!member.ok) return [];
  const rows = await unsettledAttempts(await store());
  return rows.map((row) => present(row, member.value.role));
}

/** Reads all that is unknown of a campaign back right now, because a person asks. `forbidden` for non-members. */
export async function checkAgain(campaignId: number): Promise<Outcome<readonly Attempt[]>> {
  const allowed = await authorise('getCampaign');
  return allowed.ok ? ok(await attemptsOf(campaignId)) : allowed;
}

/**
 * A person's word on an unknown attempt that reading can't settle: it went through, or it did not. Needs the role of the
 * attempt's operation. `missing` when it is not this campaign's or not unknown (any more); `refused` with code
 * still_at_work while the lost call may still be under way in the service: either word would let the next one begin.
 */
export async function settleByHand(
  campaignId: number,
  id: string,
  word: 'done' | 'refused',
): Promise<Outcome<Attempt>> {
  const member = await getMember();
  if (!member) return fail({ kind: 'forbidden' });
  if (!/^[\da-f-]{36}$/.test(id)) return fail({ kind: 'missing' });
  const db = await store();
  const row = await attemptById(db, id);
  if (row?.campaignId !== campaignId || row.state !== 'unknown') return fail({ kind: 'missing' });
  if (!mayRun(member.role, row.operation)) return fail({ kind: 'forbidden' });
  if (decidableIn(row.ageMs) > 0) {
    return fail({ kind: 'refused', status: 409, code: 'still_at_work' });
  }
  const settledByMember = member.email;
  const settled = await settle(db, id, { state: word, settledBy: 'person', settledByMember });
  return settled ? ok(present({ ...settled, ageMs: row.ageMs }, member.role)) : fail({ kind: 'missing' });
}
