/**
 * Stores share link rows that were already read for a request. The middleware stores each row under a random
 * key and puts the key in a request header. The page, action, or route handler for the request then uses the
 * stored row instead of reading it again.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { singleton } from '#lib/runtime/singleton.ts';
import type { ShareLinkRow } from '#lib/store/share-links.ts';

/**
 * The header that contains the stored row's key. The middleware sets this header on every request to a live
 * link, replacing any value that the client sent.
 */
export const REQUEST_LINK_HEADER = 'x-mailroom-share-link';

/** How long a stored row is used before the row is read again. */
const ROW_MS = 5_000;
/**
 * How long a confirmation is valid. When a link is revoked, the console waits longer than this time for
 * pending responses, so all confirmed responses are sent before the revocation is complete.
 */
const CONFIRMED_MS = 1_000;

interface RequestLink {
  readonly link: ShareLinkRow;
  /**
   * When confirmRequestLink was last called for this request, as a performance.now() timestamp. Null if it
   * hasn't been called yet.
   */
  readonly confirmedAt: number | null;
}

const requestLinks = singleton(
  'requestLinks',
  () => new LRUCache<string, RequestLink>({ max: 1_000, ttl: ROW_MS }),
);

type RequestHeaders = Pick<Headers, 'get'>;
const keyOf = (headers: RequestHeaders): string => headers.get(REQUEST_LINK_HEADER) ?? '';

/** @returns the value of REQUEST_LINK_HEADER for this request */
export function storeRequestLink(link: ShareLinkRow): string {
  const key = randomUUID();
  requestLinks.set(key, { link, confirmedAt: null });
  return key;
}

/** Returns the stored link, or undefined if the token's link hasn't been read for this request yet. */
export function findRequestLink(headers: RequestHeaders, tokenHash: string): ShareLinkRow | undefined {
  const found = requestLinks.get(keyOf(headers))?.link;
  return found?.tokenHash === tokenHash ? found : undefined;
}

/**
 * Records that the link was live a moment ago. Call confirmRequestLink only if the row was read after the
 * call to trackPendingResponse.
 */
export function confirmRequestLink(headers: RequestHeaders, link: ShareLinkRow): void {
  const key = keyOf(headers);
  if (requestLinks.has(key)) requestLinks.set(key, { link, confirmedAt: performance.now() });
}

/** Returns whether confirmRequestLink was called for this request and link less than a second ago. */
export function isRequestLinkConfirmed(headers: RequestHeaders, { id }: ShareLinkRow): boolean {
  const found = requestLinks.get(keyOf(headers));
  return (
    found?.link.id === id &&
    found.confirmedAt !== null &&
    performance.now() - found.confirmedAt < CONFIRMED_MS
  );
}
