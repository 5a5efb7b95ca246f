import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { MEMBER_ACTION_TEXTS, MemberActionForm } from '#components/team/member-actions.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { isApplicable, isMemberAction } from '#lib/domain/member-actions.ts';
import { nameOf } from '#lib/format/team.ts';
import { memberAction } from '../actions.ts';
import { loadMember } from '../loader.ts';

export const metadata: Metadata = { title: 'Confirm' };

/** The question that a dialog asks where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string; action: string }> }) {
  const { id, action: deed } = await params;
  if (!isMemberAction(deed)) notFound();
  const { member } = await loadMember(params);
  const here = `/team/${id}`;
  // Done meanwhile, or one's own account: that page says which.
  if (member.isYou || !isApplicable(deed, member)) redirect(here);
  const name = nameOf(member);
  const { question, dismiss } = MEMBER_ACTION_TEXTS[deed];
  return (
    <div className="max-w-lg">
      <PageHeader
        title={question(name)}
        crumbs={[
          { label: 'Team', href: '/team' },
          { label: name, href: here },
        ]}
      />
      <Card>
        <MemberActionForm deed={deed} member={member} action={memberAction} />
        <PageLink href={here} className={buttonClass('quiet', 'mt-2 w-full')}>
          {dismiss}
        </PageLink>
      </Card>
    </div>
  );
}
