/** Addresses of invitations, and the one answer to those that open nothing. */
import { deadPage } from '../dead-link.ts';

/** What stands where an invitation's seal does, whatever it is; null for other addresses. */
export function sealIn(pathname: string): string | null {
  return /^\/join(?:$|\/)(.*)$/.exec(pathname)?.[1] ?? null;
}

export const NO_INVITATION_WORDS = {
  title: 'An invitation that can’t be used',
  heading: 'This invitation can’t be used any more',
  sentence: 'It works once and for a while only, or the link was cut short on its way. Ask for a new one.',
};

export const NO_INVITATION = deadPage(NO_INVITATION_WORDS);
