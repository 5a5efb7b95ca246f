/**
 * Parses the URLs of share links, invitations, and calendar feeds, which grant access without sign-in. All
 * invalid links of the same kind get the same response.
 */

import { createMessagePage } from './message-page.ts';

export interface ShareUrl {
  /** The path segment exactly as sent, even if the token is invalid. */
  readonly token: string;
  /** Whether a guest review has a page or file at this path. */
  readonly isKnownPath: boolean;
}

/**
 * The preview image that chat apps show for a share link. All share links have the same image, so it reveals
 * nothing about a campaign.
 */
export const LINK_PREVIEW_IMAGE = '/share/preview.png';
/** The former URL of the preview image. Older link previews still load this URL. */
export const OLD_LINK_PREVIEW_IMAGE = '/share/picture.png';
const isPreviewImage = (pathname: string): boolean =>
  pathname === LINK_PREVIEW_IMAGE || pathname === OLD_LINK_PREVIEW_IMAGE;

/**
 * Parses a guest review's URL. Returns null for other URLs. The token isn't decoded, because valid tokens
 * never contain encoded characters.
 */
export function parseShareUrl(pathname: string): ShareUrl | null {
  if (isPreviewImage(pathname)) return null;
  const [, token, rest = ''] = /^\/share\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  if (token === undefined) return null;
  return { token, isKnownPath: /^(\/visit|\/files\/(front|back|proof))?$/.test(rest) };
}

export const isGuestReviewFile = (name: string): name is 'front' | 'back' | 'proof' =>
  /^(front|back|proof)$/.test(name);

/**
 * The text shown for invalid share links. Also shown if a link is revoked while the link's page is being
 * rendered.
 */
export const INVALID_SHARE_LINK_TEXT = {
  title: 'This link isn’t valid',
  heading: 'This link isn’t valid',
  sentence: 'The link may be expired or incomplete. Ask the sender for a new link.',
};

export const INVALID_SHARE_LINK = createMessagePage(INVALID_SHARE_LINK_TEXT, { status: 404 });

/** Returns the response to an invalid share link, for route handlers. */
export const invalidShareLinkResponse = (): Response => {
  const { body, status, headers } = INVALID_SHARE_LINK;
  return new Response(body, { status, headers });
};

/**
 * Returns an invitation URL's token exactly as sent, even if the token is invalid. Returns null for other
 * URLs.
 */
export function parseInvitationUrl(pathname: string): string | null {
  return /^\/join(?:$|\/)(.*)$/.exec(pathname)?.[1] ?? null;
}

export const INVALID_INVITATION_TEXT = {
  title: 'This invitation isn’t valid',
  heading: 'This invitation isn’t valid',
  sentence:
    'The invitation may have expired or already been used, or the link may be incomplete. Ask for a new invitation.',
};

export const INVALID_INVITATION = createMessagePage(INVALID_INVITATION_TEXT, { status: 404 });

/**
 * Returns whether the URL grants access without sign-in. A URL that grants access must not be disclosed to
 * other sites.
 */
export const isPrivateLink = (pathname: string): boolean =>
  /^\/(join|share|calendar\/feed)(\/|$)/.test(pathname) && !isPreviewImage(pathname);

/** The headers for private links, which override the common headers. */
export const privateLinkHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};
