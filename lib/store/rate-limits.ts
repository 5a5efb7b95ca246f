/** Tries that are counted, so that nobody guesses: in the database, so that it holds over several servers. */
import 'server-only';
import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { rateLimits } from './schema.ts';

const WINDOW_SECONDS = 15 * 60;
const SWEPT_EVERY_MS = 60 * 60_000;
/** So long are they kept when they count no more: clocks of several servers may differ. */
const KEPT_MS = 60 * 60_000;

/**
 * What is tried, and how often in a quarter of an hour: an account's password, passwords from one address, a share's,
 * shares' from one address, an invitation's link; decisions through one share, and from one address.
 */
const MOST = {
  'sign-in': 10,
  'sign-in-from': 10,
  'share-password': 10,
  'share-address': 10,
  invitation: 10,
  'share-decision': 30,
  'share-decision-from': 30,
} as const;
export type RateLimit = keyof typeof MOST;

const limiters = new WeakMap<Database, Map<RateLimit, RateLimiterDrizzle>>();

function limiterOf(db: Database, tried: RateLimit): RateLimiterDrizzle {
  const ofStore = limiters.get(db) ?? new Map<RateLimit, RateLimiterDrizzle>();
  limiters.set(db, ofStore);
  const limiter =
    ofStore.get(tried) ??
    new RateLimiterDrizzle({
      storeClient: db,
      schema: rateLimits,
      keyPrefix: tried,
      points: MOST[tried],
      duration: WINDOW_SECONDS,
      // It would do so by a timer of each limiter's, for ever, also on a database that was closed.
      clearExpiredByTimeout: false,
    });
  ofStore.set(tried, limiter);
  return limiter;
}

const swept = new WeakMap<Database, number>();

/** What counts no more is deleted, now and then, when something new is counted: only then the table grows. */
async function sweep(db: Database): Promise<void> {
  const now = Date.now();
  if (now - (swept.get(db) ?? 0) < SWEPT_EVERY_MS) return;
  swept.set(db, now);
  try {
    await db.delete(rateLimits).where(lt(rateLimits.expire, new Date(now - KEPT_MS)));
  } catch (error) {
    // Nobody's try fails by it: what is left lies there until the next time.
    log().warn({ err: error }, 'tries that are over could not be deleted');
  }
}

/** Hashed: the table must not become a list of everything that somebody typed. */
const keyOf = (target: string) => createHash('sha256').update(target.toLowerCase()).digest('base64url');

/**
 * Counts a try at a target, known or not; false when there were too many within a quarter of an hour. The window is fixed and
 * not prolonged by further tries, so nobody is locked out for good.
 */
export async function consumeRateLimit(db: Database, tried: RateLimit, target: string): Promise<boolean> {
  await sweep(db);
  try {
    await limiterOf(db, tried).consume(keyOf(target));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** A try that was right doesn't count; those before it do. */
export async function refundRateLimit(db: Database, tried: RateLimit, target: string): Promise<void> {
  await limiterOf(db, tried).reward(keyOf(target));
}

export async function resetRateLimit(db: Database, tried: RateLimit, target: string): Promise<void> {
  await limiterOf(db, tried).delete(keyOf(target));
}
