/** Addresses of shared pages, and the one answer to those that open nothing. */

import { deadPage } from './dead-link.ts';

export interface ShareUrl {
  /** As it stands in the address, whatever it is. */
  readonly token: string;
  /** Whether there is anything of ours behind the token at this path. */
  readonly leadsSomewhere: boolean;
}

/** The picture that stands for every shared page where a link to one is shown. It knows of none. */
export const UNFURL_PICTURE = '/share/picture.png';

/** Null for what is no shared page's address. Nothing is decoded: tokens need no encoding, so what has some is none. */
export function shareTokenIn(pathname: string): ShareUrl | null {
  if (pathname === UNFURL_PICTURE) return null;
  const [, token, rest = ''] = /^\/share\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  if (token === undefined) return null;
  return { token, leadsSomewhere: /^(\/visit|\/files\/(front|back|proof))?$/.test(rest) };
}

export const isSharedFile = (name: string): name is 'front' | 'back' | 'proof' =>
  /^(front|back|proof)$/.test(name);

/** Also of a link that is withdrawn while its page is on the way. */
export const DEAD_WORDS = {
  title: 'A link that opens nothing',
  heading: 'This link opens nothing',
  sentence:
    'It may be over, or have been cut short on its way. Whoever sent it to you can send you a new one.',
};

export const DEAD_LINK = deadPage(DEAD_WORDS);

/** Where Next has nothing to add to it. */
export const deadLink = (): Response => {
  const { body, status, headers } = DEAD_LINK;
  return new Response(body, { status, headers });
};

/** What stands where an invitation's seal does, whatever it is; null for other addresses. */
export function invitationTokenIn(pathname: string): string | null {
  return /^\/join(?:$|\/)(.*)$/.exec(pathname)?.[1] ?? null;
}

export const NO_INVITATION_WORDS = {
  title: 'An invitation that can’t be used',
  heading: 'This invitation can’t be used any more',
  sentence: 'It works once and for a while only, or the link was cut short on its way. Ask for a new one.',
};

export const NO_INVITATION = deadPage(NO_INVITATION_WORDS);

/** Pages whose address is itself the key to them: it must get into nobody else's hands. */
export const isPrivateLink = (pathname: string): boolean =>
  /^\/(join|share)(\/|$)/.test(pathname) && pathname !== UNFURL_PICTURE;

/** On top of the common ones, and instead of them. */
export const privateLinkHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};
