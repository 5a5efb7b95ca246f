import 'server-only';
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** One of OWASP's settings for scrypt: 32 MB and about a tenth of a second a try. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
export const MIN_PASSWORD = 8;
/** Longer ones are refused before they cost anything. */
export const MAX_PASSWORD = 200;

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  // Node refuses more than 32 MB unless it is told.
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$N$r$p$salt$key`: the cost stands in it, so that it can be raised without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Fits no password. Whoever is not a member is checked against it, so that the time tells nothing. */
const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'A'.repeat(22), 'A'.repeat(43)].join('$');

/** @param hash none for an account that does not exist, or has no password: takes as long, and is never right */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? NOBODY).split('$');
  if (kind !== 'scrypt' || !salt || !key) throw new Error('A stored password hash is malformed.');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(given, expected) && typeof hash === 'string';
}
