/**
 * Counts attempts against the limits in lib/domain/rate-limits.ts, so that attackers can't guess passwords and
 * tokens. The database counts the attempts, so the limits apply across servers.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#lib/database/open.ts';
import { RATE_LIMIT_MINUTES, RATE_LIMITS, type RateLimit } from '#lib/domain/rate-limits.ts';
import { log } from '#lib/log.ts';
import { rateLimits } from './schema/rate-limits.ts';

const CLEANUP_INTERVAL_MS = 60 * 60_000;
/** How long counters are kept after they expire. The delay allows for differences between servers' clocks. */
const RETENTION_MS = 60 * 60_000;

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
      points: RATE_LIMITS[limit],
      duration: RATE_LIMIT_MINUTES * 60,
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
 * extend the period.
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

/** A limit, and the target whose attempts are counted. */
export type LimitedTarget = readonly [limit: RateLimit, target: string];

/**
 * Counts an attempt against several limits, in the given order. If the attempt exceeds a limit, it isn't
 * counted against the earlier limits, because the password isn't checked.
 * @returns false if the attempt exceeds one of the limits
 */
export async function consumeRateLimits(db: Database, limits: readonly LimitedTarget[]): Promise<boolean> {
  for (const [index, [limit, target]] of limits.entries()) {
    if (await consumeRateLimit(db, limit, target)) continue;
    await refundRateLimits(db, limits.slice(0, index));
    return false;
  }
  return true;
}

/** Subtracts only one attempt from each count after a correct password, so earlier attempts still count. */
export async function refundRateLimits(db: Database, limits: readonly LimitedTarget[]): Promise<void> {
  await Promise.all(limits.map(([limit, target]) => limiterFor(db, limit).reward(hashTarget(target))));
}
