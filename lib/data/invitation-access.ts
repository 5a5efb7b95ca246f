import 'server-only';
import { findInvitationByToken } from '#lib/auth/invitation-link.ts';
import { store } from '#lib/store/open.ts';

/**
 * Whether an invitation link can be used. The middleware responds to an invalid link with 404. Doesn't grant
 * access. The page and its form check the invitation again.
 */
export const isLiveInvitation = async (token: string): Promise<boolean> =>
  (await findInvitationByToken(await store(), token)) !== undefined;
