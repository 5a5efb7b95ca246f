/**
 * Slows down requests from an IP address that has tried many invalid tokens, by looking up its tokens one at a
 * time.
 */
import 'server-only';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { singleton } from '#lib/runtime/singleton.ts';
import { MINUTE_MS } from '#lib/time-units.ts';

const MAX_INVALID_TOKENS = 100;
const MAX_QUEUED = 100;

interface Caller {
  /**
   * Hashes of the invalid tokens that were tried from this address. Reloading an invalid link doesn't add to
   * the set.
   */
  readonly invalidTokens: Set<string>;
  readonly queue: ReturnType<typeof bulkhead>;
}

const callers = singleton(
  'shareLinkCallers',
  () => new LRUCache<string, Caller>({ max: 10_000, ttl: 15 * MINUTE_MS }),
);

/**
 * Looks up a token. Once 100 invalid tokens have been tried from an IP address, lookups for that address wait
 * in a queue. Lookups aren't refused, because a guest with the same IP address may have a valid link. Returns
 * undefined if the queue is full.
 */
export async function lookUpInTurn<T>(
  address: string,
  tokenHash: string,
  lookUp: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const caller = callers.get(address) ?? { invalidTokens: new Set(), queue: bulkhead(1, MAX_QUEUED) };
  if (!callers.has(address)) callers.set(address, caller);
  const hasTriedMany = () => caller.invalidTokens.size >= MAX_INVALID_TOKENS;
  try {
    const found = await (hasTriedMany() ? caller.queue.execute(lookUp) : lookUp());
    if (found === undefined && !hasTriedMany()) caller.invalidTokens.add(tokenHash);
    return found;
  } catch (error) {
    if (isBulkheadRejectedError(error)) return undefined;
    throw error;
  }
}
