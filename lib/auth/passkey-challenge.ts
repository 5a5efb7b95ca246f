/**
 * The challenge that a passkey must sign. A sealed cookie binds the challenge to the browser and to one form.
 * Each challenge works once.
 */
import 'server-only';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { deleteSealedCookie, readSealedCookie, setSealedCookie } from './sealed-cookies.ts';

/** The form that the passkey's answer is for. */
export type PasskeyUse = 'sign-in' | 'second-factor' | 'confirm' | 'add';

/**
 * Remembers the challenge in the browser's cookie.
 * @param subject who must answer: a member's id, or an empty string if anyone can
 */
export async function storeChallenge(use: PasskeyUse, subject: string, challenge: string): Promise<void> {
  await setSealedCookie('passkey-challenge', { use: `${use} ${subject}`, challenge });
}

/**
 * Returns the browser's challenge and uses it up. Returns null if the browser has no challenge for this form,
 * or the challenge was used before.
 */
export async function consumeChallenge(use: PasskeyUse, subject: string): Promise<string | null> {
  const opened = await readSealedCookie('passkey-challenge');
  await deleteSealedCookie('passkey-challenge');
  if (opened?.use !== `${use} ${subject}`) return null;
  // The rate limit remembers a used challenge for longer than the challenge works.
  return (await consumeRateLimit(await store(), 'passkey-challenge', opened.challenge)).isAllowed
    ? opened.challenge
    : null;
}
