import 'server-only';
import { type Prepare, performAttempt } from '#lib/attempts/perform.ts';
import { callerAddress } from '#lib/auth/caller-address.ts';
import type { Member } from '#lib/auth/session.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { checkApproval } from '#lib/share-links/approval.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

interface Said {
  /** What the member agreed to pay, as the service formats it. */
  readonly amount?: string | undefined;
  /** Why, in their own words. */
  readonly reason?: string | undefined;
}

/**
 * Makes an attempt in the name of the signed-in member, if their role may and, where the team wants one, a guest has
 * approved it.
 * @param needs the operation whose permission counts, where it is another one than the attempt is kept under
 */
export async function performMemberAttempt<T>(
  operation: AttemptOperation,
  campaignId: number,
  { amount, reason }: Said,
  prepare: (member: Member) => Prepare<T>,
  needs: OperationName = operation,
): Promise<Outcome<T>> {
  const member = await authorize(needs);
  if (!member.ok) return member;
  if (!Number.isSafeInteger(campaignId) || campaignId < 1) return fail({ kind: 'missing' });
  const { id: memberId, email: by } = member.value;
  const from = await callerAddress();
  const claim = { campaignId, operation, memberId, by, from, amount: amount ?? null, reason: reason ?? null };
  const db = await store();
  return performAttempt(db, claim, async (attempt, deadline) => {
    const [prepared, approval] = await Promise.all([
      prepare(member.value)(attempt, deadline),
      checkApproval(db, operation, campaignId, deadline),
    ]);
    // Also what was begun a moment ago and would only be handed out again: the way to pay.
    return prepared.ok && !approval.ok ? approval : prepared;
  });
}
