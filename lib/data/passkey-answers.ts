/** Asks the browser for a passkey, and checks the response. */
import 'server-only';
import { callerRateLimitKey } from '#lib/auth/caller-address.ts';
import { consumeChallenge, type PasskeyUse, storeChallenge } from '#lib/auth/passkey-challenge.ts';
import { createAuthenticationOptions, readCredentialId, verifyAuthentication } from '#lib/auth/passkeys.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit, refundRateLimits } from '#lib/store/rate-limits.ts';
import { findPasskey, queryPasskeys, recordPasskeyUse } from '#lib/store/second-factors.ts';

/**
 * Creates a challenge for one of the member's passkeys, or for any member's passkey.
 * @returns the options that the browser needs to use the passkey, as JSON
 */
export async function requestPasskey(use: PasskeyUse, memberId: string | null): Promise<string> {
  const allowed = memberId === null ? [] : await queryPasskeys(await store(), memberId);
  const options = await createAuthenticationOptions(allowed);
  await storeChallenge(use, memberId ?? '', options.challenge);
  return JSON.stringify(options);
}

export type PasskeyAnswer =
  | { readonly ok: true; readonly memberId: string }
  | { readonly ok: false; readonly why: 'invalid' | 'too_many' };

/**
 * Checks the browser's response to a passkey challenge. Rejected responses count only against the IP address's limit.
 * No caller can guess a passkey, but with a limit per account, any caller could lock out the member.
 * @param memberId the member whose passkey must be used, or null for any member
 * @param response the browser's response, as JSON
 */
export async function checkPasskeyAnswer(
  use: PasskeyUse,
  memberId: string | null,
  response: string,
): Promise<PasskeyAnswer> {
  const db = await store();
  const callerKey = await callerRateLimitKey();
  if (!(await consumeRateLimit(db, 'passkey-from', callerKey)).isAllowed)
    return { ok: false, why: 'too_many' };
  const challenge = await consumeChallenge(use, memberId ?? '');
  const credentialId = readCredentialId(response);
  const passkey = credentialId === null ? undefined : await findPasskey(db, credentialId);
  if (challenge === null || !passkey) return { ok: false, why: 'invalid' };
  if (memberId !== null && passkey.memberId !== memberId) return { ok: false, why: 'invalid' };
  const counter = await verifyAuthentication(response, challenge, passkey);
  if (counter === null || !(await recordPasskeyUse(db, passkey.id, counter)))
    return { ok: false, why: 'invalid' };
  await refundRateLimits(db, [['passkey-from', callerKey]]);
  return { ok: true, memberId: passkey.memberId };
}
