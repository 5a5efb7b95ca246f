import 'server-only';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type MemberRow, memberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit, resetRateLimit, refundRateLimit } from '#lib/store/rate-limits.ts';
import { MAX_PASSWORD, verifyPassword } from './password.ts';

export type SignIn =
  | { readonly ok: true; readonly member: MemberRow }
  | { readonly ok: false; readonly why: 'wrong' | 'too_many' | 'busy' }
  | { readonly ok: false; readonly why: 'off' };

/** Hashing takes memory and a thread; the pool also serves name look-ups and files. */
export const hashing = singleton('hashing', () => bulkhead(2, 100));

/**
 * Who this is, or why not: the same for a wrong password, an unknown address, a disabled member and one who has no
 * password, in the same time. Each try counts before it is looked at, where it comes from first: who may not try from there
 * any more can't use up the account's tries. too_many says nothing about whether the account exists, and busy nothing about
 * the account at all.
 * @param from what the caller's tries are counted by (see caller.ts)
 */
export async function checkCredentials(email: string, password: string, from: string): Promise<SignIn> {
  if (!env().passwordSignIn) return { ok: false, why: 'off' };
  const address = email.trim().toLowerCase();
  // Nobody's address or password, and nothing that a database would take.
  const strange = address.length > 254 || /\p{Cc}/u.test(address) || password.length > MAX_PASSWORD;
  if (strange) return { ok: false, why: 'wrong' };
  const db = await store();
  const mayTry = (await consumeRateLimit(db, 'sign-in-from', from)) && (await consumeRateLimit(db, 'sign-in', address));
  if (!mayTry) return { ok: false, why: 'too_many' };
  const member = await memberByEmail(db, address);
  try {
    const right = await hashing.execute(() => verifyPassword(password, member?.passwordHash));
    if (!right || !member || member.disabledAt) return { ok: false, why: 'wrong' };
  } catch (error) {
    if (error instanceof BulkheadRejectedError) return { ok: false, why: 'busy' };
    throw error;
  }
  await Promise.all([resetRateLimit(db, 'sign-in', address), refundRateLimit(db, 'sign-in-from', from)]);
  return { ok: true, member };
}
