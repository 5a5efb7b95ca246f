/**
 * The share link row that a request has already read. The middleware stores it under a random key and passes the key on in
 * a header, so that the page, action or route handler of the same request doesn't read the row again.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { singleton } from '#lib/runtime/singleton.ts';
import type { ShareLinkRow } from '#lib/store/share-links.ts';

/** Set by the middleware on every request to a live link. Replaces any value that the client sent. */
export const REQUEST_LINK_HEADER = 'x-mailroom-share-link';

/** After this time, the row is read again. */
const ROW_MS = 5_000;
/**
 * Shorter than the time that a revocation waits for pending responses, so a response that was confirmed this recently
 * is sent before the revocation completes.
 */
const CONFIRMED_MS = 1_000;

interface RequestLink {
  readonly link: ShareLinkRow;
  /**
   * A performance.now() value: the last time that the row was read after the response became pending. Null if
   * that hasn't happened yet.
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

/** Returns undefined if this request hasn't read this token's link yet. */
export function findRequestLink(headers: RequestHeaders, tokenHash: string): ShareLinkRow | undefined {
  const found = requestLinks.get(keyOf(headers))?.link;
  return found?.tokenHash === tokenHash ? found : undefined;
}

/** Records that the link was live a moment ago. Call this only if the row was read after trackPendingResponse. */
export function confirmRequestLink(headers: RequestHeaders, link: ShareLinkRow): void {
  const key = keyOf(headers);
  if (requestLinks.has(key)) requestLinks.set(key, { link, confirmedAt: performance.now() });
}

/** Whether confirmRequestLink was called for this request and link less than a second ago. */
export function isRequestLinkConfirmed(headers: RequestHeaders, { id }: ShareLinkRow): boolean {
  const found = requestLinks.get(keyOf(headers));
  return (
    found?.link.id === id &&
    found.confirmedAt !== null &&
    performance.now() - found.confirmedAt < CONFIRMED_MS
  );
}
