/**
 * The challenge that a passkey must sign. A sealed cookie binds the challenge to the browser and to one form.
 * Each challenge works once.
 */
import 'server-only';
import { cookies } from 'next/headers';
import { PASSKEY_MINUTES } from '#lib/domain/second-factor.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { cookieAttributes, cookieName } from './cookie-attributes.ts';
import { seal, unseal } from './seals.ts';

/** The form that the passkey's answer is for. */
export type PasskeyUse = 'sign-in' | 'second-factor' | 'confirm' | 'add';

const challengeCookie = (): string => cookieName('mailroom-passkey');

const attributes = (maxAge: number) => ({ ...cookieAttributes(), sameSite: 'strict', maxAge }) as const;

/**
 * Remembers the challenge in the browser's cookie.
 * @param subject who must answer: a member's id, or an empty string if anyone can
 */
export async function storeChallenge(use: PasskeyUse, subject: string, challenge: string): Promise<void> {
  const sealed = await seal(
    'passkey-challenge',
    { use: `${use} ${subject}`, challenge },
    PASSKEY_MINUTES * MINUTE_MS,
  );
  (await cookies()).set(challengeCookie(), sealed, attributes(PASSKEY_MINUTES * 60));
}

/**
 * Returns the browser's challenge and uses it up. Returns null if the browser has no challenge for this form,
 * or the challenge was used before.
 */
export async function consumeChallenge(use: PasskeyUse, subject: string): Promise<string | null> {
  const jar = await cookies();
  const opened = await unseal('passkey-challenge', jar.get(challengeCookie())?.value ?? '');
  jar.set(challengeCookie(), '', attributes(0));
  if (opened?.use !== `${use} ${subject}`) return null;
  // The rate limit remembers a used challenge for longer than the challenge works.
  return (await consumeRateLimit(await store(), 'passkey-challenge', opened.challenge)).isAllowed
    ? opened.challenge
    : null;
}
