import type { Metadata } from 'next';
import { ApprovalSetting } from '#components/share-links/approval-setting.tsx';
import { CampaignIndexCard } from '#components/team/rebuild-index.tsx';
import { SecondFactorSetting } from '#components/team/second-factor-setting.tsx';
import { TeamPage } from '#components/team/team-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { openResumeToken } from '#lib/auth/resume-token.ts';
import { requireMember } from '#lib/auth/session.ts';
import { readApprovalRule } from '#lib/data/approval.ts';
import { canVerifyGuests } from '#lib/data/guest/verification.ts';
import { readIndexState } from '#lib/data/index-rebuild.ts';
import { listInvitations, sendsInvitationEmails } from '#lib/data/invitations.ts';
import { readSecondFactorRule } from '#lib/data/second-factor-rule.ts';
import { listTeam } from '#lib/data/team.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { resumedState } from '#lib/forms/resumed-state.ts';
import { pageForbidden } from '../../page-error.tsx';
import { consolePage } from '../console-page.tsx';
import { inviteAction, renewAction, revokeInvitationAction } from './actions.ts';
import { approvalAction } from './approval-action.ts';
import { rebuildIndexAction } from './rebuild-index/actions.ts';
import { secondFactorRuleAction } from './second-factor-action.ts';

export const metadata: Metadata = { title: 'Team' };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default consolePage(async function Page({ searchParams }: PageProps) {
  await requireMember();
  const { resume } = await searchParams;
  const [team, invitations, approval, factorRule, index, dateSettings, resumed] = await Promise.all([
    listTeam(),
    listInvitations(),
    readApprovalRule(),
    readSecondFactorRule(),
    readIndexState(),
    readDateSettings(),
    typeof resume === 'string' ? openResumeToken(resume) : null,
  ]);
  if (!team.ok || !invitations.ok || !approval.ok || !factorRule.ok || !index.ok) pageForbidden();
  return (
    <TeamPage
      members={team.value}
      invitations={invitations.value}
      inviteAction={inviteAction}
      renewAction={renewAction}
      revokeAction={revokeInvitationAction}
      sendsEmail={sendsInvitationEmails()}
      resumed={resumed}
      dateSettings={dateSettings}
      now={Date.now()}
    >
      <ApprovalSetting
        settings={approval.value}
        canVerifyGuests={canVerifyGuests()}
        action={approvalAction}
        initialState={resumedState(resumed, 'approval_rule')}
      />
      <div className="grid min-w-0 gap-5">
        <SecondFactorSetting
          rule={factorRule.value}
          action={secondFactorRuleAction}
          initialState={resumedState(resumed, 'second_factor_rule')}
        />
        <CampaignIndexCard freshness={index.value} dateSettings={dateSettings} action={rebuildIndexAction} />
      </div>
    </TeamPage>
  );
});
