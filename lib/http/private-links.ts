/** URLs that grant access by themselves: share links and invitations. All invalid links get the same response. */

import { createInvalidLinkPage } from './invalid-link-page.ts';

export interface ShareUrl {
  /** The path segment as sent, valid or not. */
  readonly token: string;
  /** Whether this path exists in a guest review. */
  readonly isKnownPath: boolean;
}

/** The preview image for all share links, shown where a link is posted. It doesn't reveal anything about the link. */
export const LINK_PREVIEW_IMAGE = '/share/preview.png';
/** The image's former URL, which older link previews still load. */
export const OLD_LINK_PREVIEW_IMAGE = '/share/picture.png';
const isPreviewImage = (pathname: string): boolean =>
  pathname === LINK_PREVIEW_IMAGE || pathname === OLD_LINK_PREVIEW_IMAGE;

/**
 * Returns null for URLs outside guest reviews. Doesn't decode anything, because tokens never contain encoded
 * characters.
 */
export function parseShareUrl(pathname: string): ShareUrl | null {
  if (isPreviewImage(pathname)) return null;
  const [, token, rest = ''] = /^\/share\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  if (token === undefined) return null;
  return { token, isKnownPath: /^(\/visit|\/files\/(front|back|proof))?$/.test(rest) };
}

export const isGuestReviewFile = (name: string): name is 'front' | 'back' | 'proof' =>
  /^(front|back|proof)$/.test(name);

/** Also shown when a link is revoked while its page is being rendered. */
export const INVALID_SHARE_LINK_TEXT = {
  title: 'This link isn’t valid',
  heading: 'This link isn’t valid',
  sentence: 'The link may be expired or incomplete. Ask the person who sent it for a new one.',
};

export const INVALID_SHARE_LINK = createInvalidLinkPage(INVALID_SHARE_LINK_TEXT);

/** The response to invalid share links, for route handlers. */
export const invalidShareLinkResponse = (): Response => {
  const { body, status, headers } = INVALID_SHARE_LINK;
  return new Response(body, { status, headers });
};

/** Returns an invitation URL's token as sent, valid or not. Returns null for other URLs. */
export function parseInvitationUrl(pathname: string): string | null {
  return /^\/join(?:$|\/)(.*)$/.exec(pathname)?.[1] ?? null;
}

export const INVALID_INVITATION_TEXT = {
  title: 'This invitation isn’t valid',
  heading: 'This invitation isn’t valid',
  sentence:
    'The invitation may have expired or already been used, or the link may be incomplete. Ask for a new invitation.',
};

export const INVALID_INVITATION = createInvalidLinkPage(INVALID_INVITATION_TEXT);

/** True if the URL itself grants access. Such a URL must not leak to others. */
export const isPrivateLink = (pathname: string): boolean =>
  /^\/(join|share)(\/|$)/.test(pathname) && !isPreviewImage(pathname);

/** These override the common headers. */
export const privateLinkHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};
