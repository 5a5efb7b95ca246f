import type { Metadata } from 'next';
import { forbidden } from 'next/navigation';
import { TeamPage } from '#components/team/team-page.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { invitesByMail, readInvitations } from '#lib/data/invitations.ts';
import { readTeam } from '#lib/data/team.ts';
import { inviteAction, renewAction, withdrawAction } from './actions.ts';

export const metadata: Metadata = { title: 'Team' };

export default async function Page() {
  await requireMember();
  const [team, invitations, zone] = await Promise.all([readTeam(), readInvitations(), viewingZone()]);
  if (!team.ok || !invitations.ok) forbidden();
  return (
    <TeamPage
      members={team.value}
      invitations={invitations.value}
      invite={inviteAction}
      renew={renewAction}
      withdraw={withdrawAction}
      mails={invitesByMail()}
      zone={zone}
      now={Date.now()}
    />
  );
}
