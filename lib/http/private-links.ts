/** Addresses of shared pages, and the one answer to those that open nothing. */

import { createInvalidLinkPage } from './invalid-link-page.ts';

export interface ShareUrl {
  /** As it stands in the address, whatever it is. */
  readonly token: string;
  /** Whether there is anything of ours behind the token at this path. */
  readonly isKnownPath: boolean;
}

/** The picture that stands for every shared page where a link to one is shown. It knows of none. */
export const LINK_PREVIEW_IMAGE = '/share/picture.png';

/** Null for what is no shared page's address. Nothing is decoded: tokens need no encoding, so what has some is none. */
export function parseShareUrl(pathname: string): ShareUrl | null {
  if (pathname === LINK_PREVIEW_IMAGE) return null;
  const [, token, rest = ''] = /^\/share\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  if (token === undefined) return null;
  return { token, isKnownPath: /^(\/visit|\/files\/(front|back|proof))?$/.test(rest) };
}

export const isGuestReviewFile = (name: string): name is 'front' | 'back' | 'proof' =>
  /^(front|back|proof)$/.test(name);

/** Also of a link that is withdrawn while its page is on the way. */
export const INVALID_SHARE_LINK_TEXT = {
  title: 'This link isn’t valid',
  heading: 'This link isn’t valid',
  sentence: 'It may have expired, or the link is incomplete. Ask the person who sent it for a new one.',
};

export const INVALID_SHARE_LINK = createInvalidLinkPage(INVALID_SHARE_LINK_TEXT);

/** Where Next has nothing to add to it. */
export const invalidShareLinkResponse = (): Response => {
  const { body, status, headers } = INVALID_SHARE_LINK;
  return new Response(body, { status, headers });
};

/** What stands where an invitation's seal does, whatever it is; null for other addresses. */
export function parseInvitationUrl(pathname: string): string | null {
  return /^\/join(?:$|\/)(.*)$/.exec(pathname)?.[1] ?? null;
}

export const INVALID_INVITATION_TEXT = {
  title: 'This invitation isn’t valid',
  heading: 'This invitation isn’t valid',
  sentence: 'It was already used, it expired, or the link is incomplete. Ask for a new invitation.',
};

export const INVALID_INVITATION = createInvalidLinkPage(INVALID_INVITATION_TEXT);

/** Pages whose address is itself the key to them: it must get into nobody else's hands. */
export const isPrivateLink = (pathname: string): boolean =>
  /^\/(join|share)(\/|$)/.test(pathname) && pathname !== LINK_PREVIEW_IMAGE;

/** On top of the common ones, and instead of them. */
export const privateLinkHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};
