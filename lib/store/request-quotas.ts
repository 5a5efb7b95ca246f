/**
 * Counts the requests of API callers. The database counts the requests, so the quotas apply across servers. A
 * caller that has exceeded a quota is refused without a database query until the period ends.
 */
import 'server-only';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#lib/database/open.ts';
import { rateLimits } from './schema/rate-limits.ts';

export interface Quota {
  readonly name: 'api-token' | 'api-token-invalid';
  /** The number of requests that are allowed in the period. */
  readonly limit: number;
  readonly seconds: number;
}

export interface QuotaState {
  readonly isExceeded: boolean;
  /** Whether this request is the first one above the quota in the period. */
  readonly isFirstExcess: boolean;
  /** The number of further requests that are allowed in the period. */
  readonly remaining: number;
  /** The seconds until the period ends. */
  readonly secondsLeft: number;
}

const limiters = new WeakMap<Database, Map<string, RateLimiterDrizzle>>();

function limiterFor(db: Database, { name, limit, seconds }: Quota): RateLimiterDrizzle {
  const created = limiters.get(db) ?? new Map<string, RateLimiterDrizzle>();
  limiters.set(db, created);
  const key = `${name} ${limit}`;
  const limiter =
    created.get(key) ??
    new RateLimiterDrizzle({
      storeClient: db,
      schema: rateLimits,
      keyPrefix: name,
      points: limit,
      duration: seconds,
      inMemoryBlockOnConsumed: limit + 1,
      // Disable the library's cleanup timers, because they would keep running after the database is closed.
      clearExpiredByTimeout: false,
    });
  created.set(key, limiter);
  return limiter;
}

/**
 * Counts one of a caller's requests.
 * @param caller an id or a network. Must not be a secret, because it is stored.
 */
export async function consumeQuota(db: Database, quota: Quota, caller: string): Promise<QuotaState> {
  try {
    return toState(await limiterFor(db, quota).consume(caller), false, quota);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return toState(refusal, true, quota);
    throw refusal;
  }
}

const toState = (
  { remainingPoints, consumedPoints, msBeforeNext }: RateLimiterRes,
  isExceeded: boolean,
  { limit }: Quota,
): QuotaState => ({
  isExceeded,
  isFirstExcess: consumedPoints === limit + 1,
  remaining: isExceeded ? 0 : remainingPoints,
  // Round up, so that a caller that waits this many seconds is allowed again.
  secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
});
