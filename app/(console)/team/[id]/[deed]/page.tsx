import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { DEEDS, DeedForm } from '#components/team/deeds.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { fits, isMemberDeed, nameOf } from '#lib/format/team.ts';
import { memberAction } from '../actions.ts';
import { enterMember } from '../enter-member.ts';

export const metadata: Metadata = { title: 'Are you sure?' };

/** The question that a dialog asks where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string; deed: string }> }) {
  const { id, deed } = await params;
  if (!isMemberDeed(deed)) notFound();
  const { member } = await enterMember(params);
  const here = `/team/${id}`;
  // Done meanwhile, or one's own account: that page says which.
  if (member.isYou || !fits(deed, member)) redirect(here);
  const name = nameOf(member);
  const { question, dismiss } = DEEDS[deed];
  return (
    <div className="max-w-lg">
      <PageHead
        title={question(name)}
        crumbs={[
          { label: 'Team', href: '/team' },
          { label: name, href: here },
        ]}
      />
      <Card>
        <DeedForm deed={deed} member={member} action={memberAction} />
        <PageLink href={here} className={buttonClass('quiet', 'mt-2 w-full')}>
          {dismiss}
        </PageLink>
      </Card>
    </div>
  );
}
