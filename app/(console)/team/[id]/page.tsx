import type { Metadata } from 'next';
import { MemberPage } from '#components/team/member-page.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { TeamMember } from '#lib/data/team.ts';
import type { SearchParams } from '#lib/format/query.ts';
import { fits, isMemberDeed, nameOf } from '#lib/format/team.ts';
import { memberAction } from './actions.ts';
import { enterMember } from './enter-member.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: nameOf((await enterMember(params)).member) };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { member, isOnlyAdmin } = await enterMember(params);
  const [{ done }, zone] = await Promise.all([searchParams, viewingZone()]);
  return (
    <MemberPage
      member={member}
      isOnlyAdmin={isOnlyAdmin}
      done={isMemberDeed(done) && holds(done, member) ? done : undefined}
      action={memberAction}
      zone={zone}
      now={Date.now()}
    />
  );
}

/** Whether it is so, whatever an address claims. */
function holds(done: Parameters<typeof fits>[0], member: TeamMember): boolean {
  return done === 'sign_out' ? Date.now() - member.sessionsFrom < MINUTE_MS : !fits(done, member);
}
