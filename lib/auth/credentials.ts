import 'server-only';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { env } from '#lib/env/env.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit, refundRateLimit, resetRateLimit } from '#lib/store/rate-limits.ts';
import { verifyPassword } from './password.ts';
import { recordRefusedSignIn } from './security-events.ts';

export type SignInResult =
  | { readonly ok: true; readonly member: MemberRow }
  | { readonly ok: false; readonly why: 'wrong' | 'too_many' | 'busy' }
  | { readonly ok: false; readonly why: 'off' };

/**
 * Limits the number of passwords hashed at the same time. Hashing uses a lot of memory, and it occupies
 * threads that DNS lookups and file access also need.
 */
export const hashQueue = singleton('hashing', () => bulkhead(2, 100));

/**
 * Checks an email address and password. A wrong password, an unknown address, a disabled member, and a member
 * without a password all produce the same result in the same amount of time. Each attempt counts against the
 * rate limits before the password is checked. The caller's limit is checked first, so that a blocked caller
 * can't use up the account's limit. `too_many` and `busy` don't reveal whether the account exists.
 * @param callerKey the caller's rate limit key from caller-address.ts
 */
export async function checkCredentials(
  email: string,
  password: string,
  callerKey: string,
): Promise<SignInResult> {
  if (!env().passwordSignIn) return { ok: false, why: 'off' };
  const address = email.trim().toLowerCase();
  // Malformed input can't match any account, and PostgreSQL rejects some control characters.
  const isAddress = address.length <= MAX_EMAIL_LENGTH && !/\p{Cc}/u.test(address);
  const isMalformed = !isAddress || password.length > MAX_PASSWORD_LENGTH;
  const result: SignInResult = isMalformed
    ? { ok: false, why: 'wrong' }
    : await checkWithinLimits(address, password, callerKey);
  if (!result.ok && (result.why === 'wrong' || result.why === 'too_many')) {
    const name = result.why === 'wrong' ? 'sign_in.refused' : 'sign_in.limited';
    await recordRefusedSignIn(name, isAddress ? address : null, callerKey);
  }
  return result;
}

async function checkWithinLimits(
  address: string,
  password: string,
  callerKey: string,
): Promise<SignInResult> {
  const db = await store();
  const isWithinLimits =
    (await consumeRateLimit(db, 'sign-in-from', callerKey)) &&
    (await consumeRateLimit(db, 'sign-in', address));
  if (!isWithinLimits) return { ok: false, why: 'too_many' };
  const member = await findMemberByEmail(db, address);
  try {
    const isCorrect = await hashQueue.execute(() => verifyPassword(password, member?.passwordHash));
    if (!isCorrect || !member || member.disabledAt) return { ok: false, why: 'wrong' };
  } catch (error) {
    if (isBulkheadRejectedError(error)) return { ok: false, why: 'busy' };
    throw error;
  }
  await Promise.all([resetRateLimit(db, 'sign-in', address), refundRateLimit(db, 'sign-in-from', callerKey)]);
  return { ok: true, member };
}
