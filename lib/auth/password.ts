import 'server-only';
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** One of OWASP's recommended scrypt settings: 32 MB and about 0.1 s per hash. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
export const MIN_PASSWORD = 8;
/** Longer passwords are rejected before hashing. */
export const MAX_PASSWORD = 200;

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  // Raised because Node's default limit of 32 MB is too low for this cost.
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * Returns `scrypt$N$r$p$salt$key`. The cost is stored with the hash, so it can be raised without invalidating older
 * hashes.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * A hash that doesn't match any password. Passwords for unknown accounts are checked against it, so timing reveals
 * nothing.
 */
const DUMMY_HASH = ['scrypt', COST.N, COST.r, COST.p, 'A'.repeat(22), 'A'.repeat(43)].join('$');

/** @param hash null if the account doesn't exist or has no password. The check then takes just as long, but fails. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? DUMMY_HASH).split('$');
  if (kind !== 'scrypt' || !salt || !key) throw new Error('A stored password hash is malformed.');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(actual, expected) && typeof hash === 'string';
}
