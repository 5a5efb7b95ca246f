import 'server-only';
import { createHash } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/open.ts';
import { signInTries } from './schema.ts';

const TRIES = 10;
const WINDOW_SECONDS = 15 * 60;

const limiters = new WeakMap<Database, RateLimiterDrizzle>();

function limiterOf(db: Database): RateLimiterDrizzle {
  const limiter =
    limiters.get(db) ??
    new RateLimiterDrizzle({
      storeClient: db,
      schema: signInTries,
      keyPrefix: 'sign-in',
      points: TRIES,
      duration: WINDOW_SECONDS,
    });
  limiters.set(db, limiter);
  return limiter;
}

/** Hashed: the table must not become a list of every address that somebody typed. */
const keyOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url');

/**
 * Counts a try at an account, known or not; false when there were ten within a quarter of an hour. The window is fixed and
 * not prolonged by further tries, so nobody is locked out for good.
 */
export async function countTry(db: Database, email: string): Promise<boolean> {
  try {
    await limiterOf(db).consume(keyOf(email));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

export async function forgetTries(db: Database, email: string): Promise<void> {
  await limiterOf(db).delete(keyOf(email));
}
