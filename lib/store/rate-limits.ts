/**
 * Rate limits that prevent attackers from guessing passwords and tokens. The database counts the attempts, so
 * the limits apply across servers.
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
/** How long counters are kept after they expire. The delay allows for differences between servers' clocks. */
const RETENTION_MS = 60 * 60_000;

/** The number of attempts that are allowed in 15 minutes. */
const LIMITS = {
  /** Password attempts for one account. */
  'sign-in': 10,
  /** Password attempts from one IP address. */
  'sign-in-from': 10,
  /** Password attempts for one share link. */
  'share-password': 10,
  /** Share link password attempts from one IP address. */
  'share-address': 10,
  /** The number of attempts to accept one invitation. */
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
      // Disable the library's cleanup timers, because they would keep running after the database is closed.
      clearExpiredByTimeout: false,
    });
  byLimit.set(limit, limiter);
  return limiter;
}

const lastCleanup = new WeakMap<Database, number>();

/**
 * Deletes expired counters, at most once an hour. Called whenever an attempt is counted, because the table
 * grows only then.
 */
async function deleteExpired(db: Database): Promise<void> {
  const now = Date.now();
  if (now - (lastCleanup.get(db) ?? 0) < CLEANUP_INTERVAL_MS) return;
  lastCleanup.set(db, now);
  try {
    await db.delete(rateLimits).where(lt(rateLimits.expire, new Date(now - RETENTION_MS)));
  } catch (error) {
    // A failed cleanup must not make the request fail. The next cleanup deletes the counters.
    log().warn({ err: error }, 'expired rate limits could not be deleted');
  }
}

/** Hashes the target, so that the table contains no email addresses or tokens. */
const hashTarget = (target: string) => createHash('sha256').update(target.toLowerCase()).digest('base64url');

/**
 * Counts an attempt against a target's limit, even if the target doesn't exist. Additional attempts don't
 * extend the 15 minutes.
 * @returns false if the attempt exceeds the limit
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

/** Subtracts one attempt from the count after a correct password. Earlier attempts still count. */
export async function refundRateLimit(db: Database, limit: RateLimit, target: string): Promise<void> {
  await limiterFor(db, limit).reward(hashTarget(target));
}

/** Clears the count for a target. */
export async function resetRateLimit(db: Database, limit: RateLimit, target: string): Promise<void> {
  await limiterFor(db, limit).delete(hashTarget(target));
}
