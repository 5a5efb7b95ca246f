/**
 * Keys that are derived from NEXTAUTH_SECRET, one for each purpose, so that a value made for one purpose
 * can't be used for another. While the secret is being changed, values made with the previous secret are
 * accepted, too.
 */
import { hkdfSync } from 'node:crypto';
import { env } from './env.ts';

/** Returns the secrets whose values are accepted. The first secret is for new values. */
export function acceptedSecrets(): readonly [string, ...string[]] {
  const { secret, previousSecret } = env();
  return previousSecret === undefined ? [secret] : [secret, previousSecret];
}

/** Returns the purpose's key for new values. */
export const deriveKey = (purpose: string, bytes: number): Buffer => derive(env().secret, purpose, bytes);

/**
 * Returns all keys that might have been used for the purpose's existing values. The first key is for new
 * values.
 */
export const deriveAcceptedKeys = (purpose: string, bytes: number): readonly Buffer[] =>
  acceptedSecrets().map((secret) => derive(secret, purpose, bytes));

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `mailroom ${purpose}`, bytes));
