import 'server-only';
import { invitationBehind } from '#lib/auth/invitation-link.ts';
import { store } from '#lib/store/open.ts';

/**
 * Whether an invitation's link can be used, for answering others before a page is rendered. It lets nobody in: the page
 * and its form ask for themselves.
 */
export const opensInvitation = async (seal: string): Promise<boolean> =>
  (await invitationBehind(await store(), seal)) !== undefined;
