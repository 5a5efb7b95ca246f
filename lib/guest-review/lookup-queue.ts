/** Slows down IP addresses that try many invalid tokens: their lookups run one at a time. */
import 'server-only';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import { singleton } from '#lib/runtime/singleton.ts';

const MAX_INVALID_TOKENS = 100;
const MAX_QUEUED = 100;

interface Caller {
  /** Hashes of the invalid tokens that this address tried. Reloading the same invalid link counts only once. */
  readonly invalidTokens: Set<string>;
  readonly queue: ReturnType<typeof bulkhead>;
}

const callers = singleton(
  'shareLinkCallers',
  () => new LRUCache<string, Caller>({ max: 10_000, ttl: 15 * MINUTE_MS }),
);

/**
 * Looks up a token. After an address has tried a hundred invalid tokens, its lookups wait in a queue instead of being
 * refused, so that a guest who shares the address can still open a valid link. Also returns undefined if the queue is
 * full.
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
