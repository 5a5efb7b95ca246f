import { JoinPage } from '#components/join/join-page.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readInvitation } from '#lib/data/invitations.ts';
import { isSandbox } from '#lib/data/service.ts';
import { BrowserZone } from '../../browser-zone.tsx';
import { pageNotFound } from '../../page-error.tsx';
import { publicPage } from '../../public-page.tsx';
import { becomeFirstAdminAction, joinAction, switchAccountAction } from './actions.ts';
import { InvitationNotFound } from './invitation-not-found.tsx';

const actions = {
  join: joinAction,
  becomeFirstAdmin: becomeFirstAdminAction,
  switchAccount: switchAccountAction,
};

/** Shows an invitation and the form for accepting it. Opening the page doesn't use up the invitation. */
export default publicPage(async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [invitation, sandbox, dateSettings] = await Promise.all([
    readInvitation(token),
    isSandbox(),
    readDateSettings(),
  ]);
  if (!invitation) pageNotFound();
  return (
    <PublicPage sandbox={sandbox}>
      <JoinPage invitation={invitation} token={token} actions={actions} dateSettings={dateSettings} />
      <BrowserZone showsTimes />
    </PublicPage>
  );
}, InvitationNotFound);
