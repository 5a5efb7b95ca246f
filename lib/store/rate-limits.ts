/**
 * Counts attempts and API requests against the limits in lib/domain/rate-limits.ts, so that attackers can't
 * guess passwords and tokens. The counts are in the database, so the limits apply across servers.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#lib/database/open.ts';
import { RATE_LIMITS, type RateLimit } from '#lib/domain/rate-limits.ts';
import { log } from '#lib/log.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { rateLimits } from './schema/rate-limits.ts';

const CLEANUP_INTERVAL_MS = 60 * MINUTE_MS;
/** How long counters are kept after they expire. The delay allows for differences between servers' clocks. */
const RETENTION_MS = 60 * MINUTE_MS;

/**
 * For these limits, the process remembers which targets have exceeded the limit, and refuses further requests
 * without querying the database until the period ends. Limits with refunds can't be in this list, because a
 * refund changes only the database.
 */
const REMEMBERED_LIMITS: readonly RateLimit[] = [
  'api-token',
  'api-token-invalid',
  'calendar-feed',
  'calendar-feed-invalid',
];

const limiters = new WeakMap<Database, Map<string, RateLimiterDrizzle>>();

function limiterFor(db: Database, limit: RateLimit, points: number): RateLimiterDrizzle {
  const created = limiters.get(db) ?? new Map<string, RateLimiterDrizzle>();
  limiters.set(db, created);
  const key = `${limit} ${points}`;
  const limiter =
    created.get(key) ??
    new RateLimiterDrizzle({
      storeClient: db,
      schema: rateLimits,
      keyPrefix: limit,
      points,
      duration: RATE_LIMITS[limit].minutes * 60,
      ...(REMEMBERED_LIMITS.includes(limit) && { inMemoryBlockOnConsumed: points + 1 }),
      // Disable the library's cleanup timers, because they would keep running after the database is closed.
      clearExpiredByTimeout: false,
    });
  created.set(key, limiter);
  return limiter;
}

const lastCleanup = new WeakMap<Database, number>();

/**
 * Deletes expired counters, at most once an hour. Called whenever something is counted, because the table
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

/** Hashes the target, so that the table contains no email addresses, tokens, or IP addresses. */
const hashTarget = (target: string) => createHash('sha256').update(target.toLowerCase()).digest('base64url');

/** The state of a target's limit after an attempt or request was counted. */
export interface RateLimitState {
  readonly isAllowed: boolean;
  /** Whether this is the first attempt or request above the limit in the period. */
  readonly isFirstExcess: boolean;
  /** The number of further attempts or requests that are allowed in the period. */
  readonly remaining: number;
  /** The number of seconds until the period ends. */
  readonly secondsLeft: number;
}

/**
 * Counts an attempt or request against a target's limit, even if the target doesn't exist. Additional attempts
 * don't extend the period.
 * @param points how many are allowed in the period, if a setting replaces the number in RATE_LIMITS
 */
export async function consumeRateLimit(
  db: Database,
  limit: RateLimit,
  target: string,
  points: number = RATE_LIMITS[limit].points,
): Promise<RateLimitState> {
  await deleteExpired(db);
  const toState = (
    isAllowed: boolean,
    { remainingPoints, consumedPoints, msBeforeNext }: RateLimiterRes,
  ) => ({
    isAllowed,
    isFirstExcess: consumedPoints === points + 1,
    remaining: isAllowed ? remainingPoints : 0,
    // Round up, so that a caller who waits this many seconds isn't refused again.
    secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
  try {
    return toState(true, await limiterFor(db, limit, points).consume(hashTarget(target)));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    countMetric('mailroom_rate_limit_refusals_total', { limit });
    return toState(false, refusal);
  }
}

export type LimitedTarget = readonly [limit: RateLimit, target: string];

/**
 * Counts an attempt against several limits, in the given order. If the attempt exceeds a limit, it isn't
 * counted against the earlier limits, because the password isn't checked.
 * @returns false if the attempt exceeds one of the limits
 */
export async function consumeRateLimits(db: Database, limits: readonly LimitedTarget[]): Promise<boolean> {
  for (const [index, [limit, target]] of limits.entries()) {
    if ((await consumeRateLimit(db, limit, target)).isAllowed) continue;
    await refundRateLimits(db, limits.slice(0, index));
    return false;
  }
  return true;
}

/** Subtracts only one attempt from each count after a correct password, so earlier attempts still count. */
export async function refundRateLimits(db: Database, limits: readonly LimitedTarget[]): Promise<void> {
  await Promise.all(
    limits.map(([limit, target]) =>
      limiterFor(db, limit, RATE_LIMITS[limit].points).reward(hashTarget(target)),
    ),
  );
}
