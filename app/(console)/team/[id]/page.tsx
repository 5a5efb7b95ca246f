import type { Metadata } from 'next';
import { MemberPage } from '#components/team/member-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { listMemberApiTokens } from '#lib/data/api-tokens.ts';
import type { TeamMember } from '#lib/data/team.ts';
import { isApplicable, isMemberAction, type MemberAction } from '#lib/domain/member-actions.ts';
import { memberName } from '#lib/format/team.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { pageForbidden, withErrorTitles } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { memberAction } from './actions.ts';
import { loadMember } from './loader.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export const generateMetadata = withErrorTitles(async ({ params }: PageProps): Promise<Metadata> => {
  return { title: memberName((await loadMember(params)).member) };
});

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, isOnlyAdmin, ...memberLinks } = await loadMember(params);
  const [{ done }, dateSettings, tokens] = await Promise.all([
    searchParams,
    readDateSettings(),
    listMemberApiTokens(member.id),
  ]);
  if (!tokens.ok) pageForbidden();
  return (
    <MemberPage
      member={member}
      memberLinks={memberLinks}
      isOnlyAdmin={isOnlyAdmin}
      tokens={tokens.value}
      done={isMemberAction(done) && isInEffect(done, member) ? done : undefined}
      memberAction={memberAction}
      dateSettings={dateSettings}
      now={Date.now()}
    />
  );
});

/**
 * Returns true if the action named in the URL has taken effect. Checks the member's data, because anyone can
 * edit the URL.
 */
function isInEffect(action: MemberAction, member: TeamMember): boolean {
  return action === 'sign_out' ? member.sessionCount === 0 : !isApplicable(action, member);
}
