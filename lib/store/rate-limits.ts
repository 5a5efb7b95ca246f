/**
 * Rate limits against guessing passwords and tokens. Tries are counted in the database, so the limits apply across
 * servers.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { rateLimits } from './schema.ts';

const WINDOW_SECONDS = 15 * 60;
const CLEANUP_INTERVAL_MS = 60 * 60_000;
/** How long to keep expired counters. Servers' clocks may differ. */
const RETENTION_MS = 60 * 60_000;

/** How many tries are allowed in 15 minutes. */
const LIMITS = {
  /** Password tries for one account. */
  'sign-in': 10,
  /** Password tries from one IP address. */
  'sign-in-from': 10,
  /** Password tries for one share link. */
  'share-password': 10,
  /** Share link password tries from one IP address. */
  'share-address': 10,
  /** Tries to accept one invitation. */
  invitation: 10,
  /** Decisions through one share link. */
  'share-decision': 30,
  /** Decisions from one IP address. */
  'share-decision-from': 30,
} as const;
export type RateLimit = keyof typeof LIMITS;

const limiters = new WeakMap<Database, Map<RateLimit, RateLimiterDrizzle>>();

function limiterFor(db: Database, limit: RateLimit): RateLimiterDrizzle {
  const byLimit = limiters.get(db) ?? new Map<RateLimit, RateLimiterDrizzle>();
  limiters.set(db, byLimit);
  const limiter =
    byLimit.get(limit) ??
    new RateLimiterDrizzle({
      storeClient: db,
      schema: rateLimits,
      keyPrefix: limit,
      points: LIMITS[limit],
      duration: WINDOW_SECONDS,
      // The library's cleanup timers keep running even after the database is closed.
      clearExpiredByTimeout: false,
    });
  byLimit.set(limit, limiter);
  return limiter;
}

const lastCleanup = new WeakMap<Database, number>();

/**
 * Deletes expired counters, at most once an hour. Runs when a try is counted, because that is the only time the table
 * grows.
 */
async function deleteExpired(db: Database): Promise<void> {
  const now = Date.now();
  if (now - (lastCleanup.get(db) ?? 0) < CLEANUP_INTERVAL_MS) return;
  lastCleanup.set(db, now);
  try {
    await db.delete(rateLimits).where(lt(rateLimits.expire, new Date(now - RETENTION_MS)));
  } catch (error) {
    // This is no reason to fail the request. The next cleanup will delete the counters.
    log().warn({ err: error }, 'expired rate limits could not be deleted');
  }
}

/** Hashes the target, so that the table contains no email addresses or tokens. */
const hashTarget = (target: string) => createHash('sha256').update(target.toLowerCase()).digest('base64url');

/**
 * Counts a try against a target, whether or not the target exists. Additional tries don't extend the 15 minutes.
 * @returns false if the limit is exceeded
 */
export async function consumeRateLimit(db: Database, limit: RateLimit, target: string): Promise<boolean> {
  await deleteExpired(db);
  try {
    await limiterFor(db, limit).consume(hashTarget(target));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** Restores one try after a correct password. Earlier tries still count. */
export async function refundRateLimit(db: Database, limit: RateLimit, target: string): Promise<void> {
  await limiterFor(db, limit).reward(hashTarget(target));
}

/** Clears the count for a target. */
export async function resetRateLimit(db: Database, limit: RateLimit, target: string): Promise<void> {
  await limiterFor(db, limit).delete(hashTarget(target));
}
