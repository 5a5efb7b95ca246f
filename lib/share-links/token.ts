/** The token of a share link: who has it may look. Only its hash is stored. */
import 'server-only';
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from '#lib/env/env.ts';

const NONCE_BYTES = 32;

/** Random, and kept with the share: worth nothing without the console's secret. */
export const createNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/** 256 bits, as 43 characters. From the nonce, so that the link can be shown again and the token still isn't stored. */
export function deriveToken(nonce: string): string {
  const key = Buffer.from(hkdfSync('sha256', env().secret, '', 'mailroom share token', 32));
  return createHmac('sha256', key).update(nonce).digest('base64url');
}

/** What the share's row is found by. Of any text: what is no token has a hash as well, which takes as long and is nobody's. */
export const hashShareToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
