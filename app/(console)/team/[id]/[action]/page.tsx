import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MEMBER_ACTION_TEXTS, MemberActionForm } from '#components/team/member-actions.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { isApplicable, isMemberAction } from '#lib/domain/member-actions.ts';
import { memberName } from '#lib/format/team.ts';
import { pageNotFound } from '../../../../page-error.tsx';
import { consolePage } from '../../../console-page.tsx';
import { memberAction } from '../actions.ts';
import { loadMember } from '../loader.ts';

export const metadata: Metadata = { title: 'Confirm' };

/** The confirmation page for browsers without JavaScript. Browsers with JavaScript show a dialog instead. */
export default consolePage(async function Page({
  params,
}: {
  params: Promise<{ id: string; action: string }>;
}) {
  const { id, action } = await params;
  if (!isMemberAction(action)) pageNotFound();
  const { member, ...memberLinks } = await loadMember(params);
  const memberPath = `/team/${id}`;
  // An admin can't act on their own account or repeat a completed action.
  // Redirects to the member's page, which says why the action isn't possible.
  if (member.isYou || !isApplicable(action, member)) redirect(memberPath);
  const name = memberName(member);
  const { question, dismiss } = MEMBER_ACTION_TEXTS[action];
  return (
    <div className="max-w-lg">
      <PageHeader
        title={question(name)}
        crumbs={[
          { label: 'Team', href: '/team' },
          { label: name, href: memberPath },
        ]}
      />
      <Card>
        <MemberActionForm
          action={action}
          member={member}
          memberLinks={memberLinks}
          memberAction={memberAction}
        />
        <PageLink href={memberPath} className={buttonClass('quiet', 'mt-2 w-full')}>
          {dismiss}
        </PageLink>
      </Card>
    </div>
  );
});
