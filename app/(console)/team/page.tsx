import type { Metadata } from 'next';
import { ApprovalSetting } from '#components/share-links/approval-setting.tsx';
import { SecondFactorSetting } from '#components/team/second-factor-setting.tsx';
import { TeamPage } from '#components/team/team-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { readApprovalRule } from '#lib/data/approval.ts';
import { canVerifyGuests } from '#lib/data/guest/verification.ts';
import { listInvitations, sendsInvitationEmails } from '#lib/data/invitations.ts';
import { readSecondFactorRule } from '#lib/data/second-factor-rule.ts';
import { listTeam } from '#lib/data/team.ts';
import { pageForbidden } from '../../page-error.tsx';
import { consolePage } from '../console-page.tsx';
import { inviteAction, renewAction, revokeInvitationAction } from './actions.ts';
import { approvalAction } from './approval-action.ts';
import { secondFactorRuleAction } from './second-factor-action.ts';

export const metadata: Metadata = { title: 'Team' };

export default consolePage(async function Page() {
  await requireMember();
  const [team, invitations, approval, factorRule, dateSettings] = await Promise.all([
    listTeam(),
    listInvitations(),
    readApprovalRule(),
    readSecondFactorRule(),
    readDateSettings(),
  ]);
  if (!team.ok || !invitations.ok || !approval.ok || !factorRule.ok) pageForbidden();
  return (
    <TeamPage
      members={team.value}
      invitations={invitations.value}
      inviteAction={inviteAction}
      renewAction={renewAction}
      revokeAction={revokeInvitationAction}
      sendsEmail={sendsInvitationEmails()}
      dateSettings={dateSettings}
      now={Date.now()}
    >
      <ApprovalSetting
        settings={approval.value}
        canVerifyGuests={canVerifyGuests()}
        action={approvalAction}
      />
      <SecondFactorSetting rule={factorRule.value} action={secondFactorRuleAction} />
    </TeamPage>
  );
});
