/** The token in a share link's URL grants access. Only its hash is stored. */
import 'server-only';
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from '#lib/env/env.ts';

const NONCE_BYTES = 32;

/**
 * A random value stored with the link. The token can't be derived from this value without the console's
 * secret.
 */
export const createNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/**
 * Derives the token (256 bits as 43 characters) from the nonce, so that the link can be shown again without storing
 * the token.
 */
export function deriveToken(nonce: string): string {
  const key = Buffer.from(hkdfSync('sha256', env().secret, '', 'mailroom share token', 32));
  return createHmac('sha256', key).update(nonce).digest('base64url');
}

/**
 * Returns the hash that identifies the link's row. Text that isn't a token is hashed too, so that looking it
 * up takes as long as looking up a token.
 */
export const hashShareToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
