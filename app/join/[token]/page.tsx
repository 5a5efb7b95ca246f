import { notFound } from 'next/navigation';
import { Join } from '#components/join/join.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { readInvitation } from '#lib/data/invitations.ts';
import { isSandbox } from '#lib/data/service.ts';
import { becomeAdminAction, joinAction, leaveAction } from './actions.ts';

const actions = { join: joinAction, become: becomeAdminAction, leave: leaveAction };

/** Where an invitation is accepted. Looking at it changes nothing. */
export default async function Page({ params }: { params: Promise<{ seal: string }> }) {
  const { seal } = await params;
  const [invitation, sandbox, zone] = await Promise.all([readInvitation(seal), isSandbox(), viewingZone()]);
  if (!invitation) notFound();
  return (
    <PublicPage sandbox={sandbox}>
      <Join invitation={invitation} seal={seal} actions={actions} zone={zone} />
    </PublicPage>
  );
}
