import 'server-only';
import { findInvitationByToken } from '#lib/auth/invitation-link.ts';
import { store } from '#lib/store/open.ts';

/**
 * Whether an invitation link can be used, for the middleware's 404. Grants nothing: the page and its form check again.
 */
export const isLiveInvitation = async (token: string): Promise<boolean> =>
  (await findInvitationByToken(await store(), token)) !== undefined;
