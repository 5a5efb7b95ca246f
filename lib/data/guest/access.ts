/**
 * Access control for share links. Guests don't have accounts. The token grants access while the link is live.
 * If the link has a password, the guest also needs a cookie, which the console sets when the guest enters the
 * password.
 */
import 'server-only';
import { headers } from 'next/headers';
import { rateLimitKey } from '#lib/auth/rate-limit-key.ts';
import { addressFromHeaders } from '#lib/auth/request-address.ts';
import { lookUpInTurn } from '#lib/guest-review/lookup-queue.ts';
import { trackPendingResponse } from '#lib/guest-review/pending-responses.ts';
import {
  confirmRequestLink,
  findRequestLink,
  isRequestLinkConfirmed,
  REQUEST_LINK_HEADER,
  storeRequestLink,
} from '#lib/guest-review/request-link.ts';
import type { ShareUrl } from '#lib/http/private-links.ts';
import { hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { findLiveShareLink, type ShareLinkRow } from '#lib/store/share-links.ts';
import { isUnlocked } from './unlocked-links.ts';

export type GuestAccess =
  /**
   * The token is altered or malformed, or the token's link is expired, revoked, or unknown. Guests with such
   * a token all get the same response, so the response doesn't reveal the reason.
   */
  { readonly state: 'closed' } | { readonly state: 'locked' | 'open'; readonly link: ShareLinkRow };

/** Runs a callback after the response to this request is sent, like `after` from next/server. */
export type OnResponseSent = (callback: () => void) => void;

/**
 * Looks up a link for the middleware, which rejects requests with an invalid link before a page is rendered.
 * Doesn't grant access. Pages, actions, and route handlers must check access themselves.
 * @returns the headers to add to the request, or null if the link isn't live or the path doesn't exist
 */
export async function lookUpShareUrl(
  url: ShareUrl,
  requestHeaders: Pick<Headers, 'get'>,
): Promise<Readonly<Record<string, string>> | null> {
  const tokenHash = hashShareToken(url.token);
  const address = rateLimitKey(addressFromHeaders(requestHeaders));
  const link = await lookUpInTurn(address, tokenHash, async () =>
    findLiveShareLink(await store(), tokenHash),
  );
  return link && url.isKnownPath ? { [REQUEST_LINK_HEADER]: storeRequestLink(link) } : null;
}

/**
 * Runs the first access check of each request. Before sending a response that reveals any data, the caller
 * must also call confirmGuestAccess.
 */
export async function checkGuestAccess(token: string): Promise<GuestAccess> {
  const tokenHash = hashShareToken(token);
  const link =
    findRequestLink(await headers(), tokenHash) ?? (await findLiveShareLink(await store(), tokenHash));
  if (!link) return { state: 'closed' };
  return { state: (await isUnlocked(link)) ? 'open' : 'locked', link };
}

/**
 * Runs the last access check once the response is ready, because the link may have been revoked since the
 * first check. If a member revokes the link after this check, the revocation waits until the response is
 * sent. Reads the link's row again unless the row was read for this request within the last second.
 */
export async function confirmGuestAccess(
  link: ShareLinkRow,
  onResponseSent: OnResponseSent,
): Promise<boolean> {
  const requestHeaders = await headers();
  if (isRequestLinkConfirmed(requestHeaders, link)) return isUnlocked(link);
  const current = await readWhilePending(link, onResponseSent, async () =>
    findLiveShareLink(await store(), link.tokenHash),
  );
  if (!current) return false;
  confirmRequestLink(requestHeaders, current);
  return isUnlocked(current);
}

/**
 * Calls `read`, which also serves as the last access check. The response counts as pending until it is sent,
 * or until `read` returns undefined.
 */
export async function readWhilePending<T>(
  { id }: ShareLinkRow,
  onResponseSent: OnResponseSent,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const markSent = trackPendingResponse(id);
  onResponseSent(markSent);
  const found = await read();
  if (found === undefined) markSent();
  return found;
}
