/** Creates session tokens with the right key, but with algorithms that the console doesn't use. */
import { createCipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Claims } from '#lib/auth/session-token.ts';
import { SECRET } from './settings.ts';

const ITERATIONS = 1_000;
const base64url = (value: string | Buffer) => Buffer.from(value).toString('base64url');

/** Encrypts claims with a key derived from next-auth's key using PBES2, as RFC 7518 describes. */
export function createPasswordToken(claims: Claims): string {
  const alg = 'PBES2-HS256+A128KW';
  const key = Buffer.from(hkdfSync('sha256', SECRET, '', 'NextAuth.js Generated Encryption Key', 32));
  const salt = randomBytes(16);
  const wrapKey = pbkdf2Sync(key, Buffer.concat([Buffer.from(`${alg}\0`), salt]), ITERATIONS, 16, 'sha256');
  const header = base64url(JSON.stringify({ alg, enc: 'A256GCM', p2s: base64url(salt), p2c: ITERATIONS }));
  const contentKey = randomBytes(32);
  const wrap = createCipheriv('aes128-wrap', wrapKey, Buffer.alloc(8, 0xa6));
  const wrapped = Buffer.concat([wrap.update(contentKey), wrap.final()]);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv).setAAD(Buffer.from(header));
  const seconds = Math.floor(Date.now() / 1_000);
  const payload = JSON.stringify({ ...claims, iat: seconds, exp: seconds + 3_600 });
  const text = Buffer.concat([cipher.update(payload), cipher.final()]);
  return [header, ...[wrapped, iv, text, cipher.getAuthTag()].map(base64url)].join('.');
}
