import 'server-only';
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_COST } from './password-cost.ts';

const KEY_BYTES = 32;
function derive(password: string, salt: Buffer, cost: typeof PASSWORD_COST): Promise<Buffer> {
  // Raise the memory limit, because Node's default of 32 MB is too low for these scrypt settings.
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function formatHash(salt: string, key: string): string {
  const { N, r, p } = PASSWORD_COST;
  return ['scrypt', N, r, p, salt, key].join('$');
}

/**
 * Returns `scrypt$N$r$p$salt$key`. The cost is part of the hash, so raising the default cost doesn't
 * invalidate older hashes.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, PASSWORD_COST);
  return formatHash(salt.toString('base64url'), key.toString('base64url'));
}

/**
 * A hash that doesn't match any password. Used for unknown accounts, so that checking an unknown account
 * takes as long as checking a known one.
 */
const DUMMY_HASH = formatHash('A'.repeat(22), 'A'.repeat(43));

/**
 * @param hash the stored hash, or null if the account doesn't exist or has no password. The check takes the
 * same amount of time with or without a hash.
 */
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
