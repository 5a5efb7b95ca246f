/** The token in a share link's URL grants access. Only the token's hash is stored. */
import 'server-only';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveAcceptedKeys, deriveKey } from '#lib/env/derived-keys.ts';

const NONCE_BYTES = 32;
const PURPOSE = 'share token';
const KEY_BYTES = 32;

/**
 * Creates a random value to store with the link. The token can't be derived from this value without the
 * console's secret.
 */
export const createNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/**
 * Derives the token from the nonce. The link can therefore be shown again even though the token isn't stored.
 * The token has 256 bits and is 43 characters long.
 */
export const deriveToken = (nonce: string): string => hashNonce(deriveKey(PURPOSE, KEY_BYTES), nonce);

/**
 * Returns the token that was derived from the nonce with the current or the previous secret. Returns null if the token
 * was derived with another secret.
 */
export function recoverToken(nonce: string, tokenHash: string): string | null {
  const tokens = deriveAcceptedKeys(PURPOSE, KEY_BYTES).map((key) => hashNonce(key, nonce));
  return tokens.find((token) => hashShareToken(token) === tokenHash) ?? null;
}

const hashNonce = (key: Buffer, nonce: string): string =>
  createHmac('sha256', key).update(nonce).digest('base64url');

/**
 * Returns the hash that identifies the link's row. Hashes invalid tokens, too, so that looking up an invalid
 * token takes as long as looking up a valid one.
 */
export const hashShareToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
