/**
 * The challenge that a passkey must sign. A sealed cookie binds the challenge to the browser and to one form.
 * Each challenge works only once.
 */
import 'server-only';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { deleteSealedCookie, readSealedCookie, setSealedCookie } from './sealed-cookies.ts';

/** The form that uses the passkey. */
export type PasskeyUse = 'sign-in' | 'second-factor' | 'confirm' | 'add';

/**
 * Stores the challenge in a cookie.
 * @param subject the id of the member whose passkey must sign the challenge, or an empty string for any
 * member
 */
export async function storeChallenge(use: PasskeyUse, subject: string, challenge: string): Promise<void> {
  await setSealedCookie('passkey-challenge', { use: `${use} ${subject}`, challenge });
}

/**
 * Returns the browser's challenge and uses it up. Returns null if the browser has no challenge for this form, or if the
 * challenge has already been used.
 */
export async function consumeChallenge(use: PasskeyUse, subject: string): Promise<string | null> {
  const opened = await readSealedCookie('passkey-challenge');
  await deleteSealedCookie('passkey-challenge');
  if (opened?.use !== `${use} ${subject}`) return null;
  // The rate limiter keeps each use until after the challenge has expired, so no challenge works twice.
  return (await consumeRateLimit(await store(), 'passkey-challenge', opened.challenge)).isAllowed
    ? opened.challenge
    : null;
}
