import 'server-only';
import type { AttemptOperation } from '../attempts/attempt.ts';
import { type Prepare, perform } from '../attempts/perform.ts';
import type { Member } from '../auth/session.ts';
import type { OperationName } from '../contract/operations.ts';
import { fail, type Outcome } from '../outcome.ts';
import { store } from '../store/open.ts';
import { authorise } from './authorise.ts';

/**
 * Makes an attempt in the name of the signed-in member, if their role may.
 * @param amount what they agreed to pay
 * @param needs the operation whose permission counts, where it is another one than the attempt is kept under
 */
export async function attemptAs<T>(
  operation: AttemptOperation,
  campaignId: number,
  amount: string | null,
  prepare: (member: Member) => Prepare<T>,
  needs: OperationName = operation,
): Promise<Outcome<T>> {
  const member = await authorise(needs);
  if (!member.ok) return member;
  if (!Number.isSafeInteger(campaignId) || campaignId < 1) return fail({ kind: 'missing' });
  const { id: memberId, email: by } = member.value;
  return perform(await store(), { campaignId, operation, memberId, by, amount }, prepare(member.value));
}
