import 'server-only';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { env } from '#lib/env/env.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimits, type LimitedTarget, refundRateLimits } from '#lib/store/rate-limits.ts';
import { type DeviceCookie, findDevice } from './device-cookie.ts';
import { verifyPassword } from './password.ts';
import { passwordLimits } from './password-limits.ts';
import { recordRefusedSignIn } from './security-events.ts';

export type PasswordRefusal = 'wrong' | 'too_many' | 'busy';
export type SignInResult =
  | { readonly ok: true; readonly member: MemberRow }
  | { readonly ok: false; readonly why: PasswordRefusal }
  | { readonly ok: false; readonly why: 'off' };

/**
 * Limits the number of passwords hashed at the same time. Hashing uses a lot of memory, and it occupies
 * threads that DNS lookups and file access also need.
 */
export const hashQueue = singleton('hashing', () => bulkhead(2, 100));

/**
 * Checks an email address and password. A wrong password, an unknown address, a disabled member, and a member
 * without a password all produce the same result in the same amount of time. `too_many` and `busy` don't reveal
 * whether the account exists.
 * @param callerKey the caller's rate limit key
 * @param device the browser's device cookie, if the browser has one
 */
export async function checkCredentials(
  email: string,
  password: string,
  callerKey: string,
  device: DeviceCookie | null = null,
): Promise<SignInResult> {
  if (!env().passwordSignIn) return { ok: false, why: 'off' };
  const address = email.trim().toLowerCase();
  // Malformed input can't match any account, and PostgreSQL rejects some control characters.
  const isAddress = address.length <= MAX_EMAIL_LENGTH && !/\p{Cc}/u.test(address);
  const isMalformed = !isAddress || password.length > MAX_PASSWORD_LENGTH;
  const result: SignInResult = isMalformed
    ? { ok: false, why: 'wrong' }
    : await checkWithinLimits(address, password, callerKey, device);
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
  device: DeviceCookie | null,
): Promise<SignInResult> {
  const member = await findMemberByEmail(await store(), address);
  const limits = passwordLimits('sign-in', address, callerKey, findDevice(device, member));
  const refusal = await checkPasswordHash(password, member?.disabledAt ? null : member?.passwordHash, limits);
  if (refusal) return { ok: false, why: refusal };
  return member ? { ok: true, member } : { ok: false, why: 'wrong' };
}

/**
 * Checks a password against a hash. Each attempt counts against the limits before the password is checked. If
 * the password is correct, the attempt is no longer counted.
 * @param hash null or undefined if there is no hash, so that every password is wrong. The check takes the
 * same amount of time with or without a hash.
 * @returns null if the password is correct
 */
export async function checkPasswordHash(
  password: string,
  hash: string | null | undefined,
  limits: readonly LimitedTarget[],
): Promise<PasswordRefusal | null> {
  const db = await store();
  if (!(await consumeRateLimits(db, limits))) return 'too_many';
  try {
    const isCorrect = await hashQueue.execute(() => verifyPassword(password, hash));
    if (!isCorrect) return 'wrong';
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error;
    await refundRateLimits(db, limits);
    return 'busy';
  }
  await refundRateLimits(db, limits);
  return null;
}
