import type { FormAction } from '#components/forms/action-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import {
  type ActionTarget,
  isApplicable,
  MEMBER_ACTIONS,
  type MemberAction,
} from '#lib/domain/member-actions.ts';
import { formatFull, formatMoment } from '#lib/format/dates.ts';
import { nameOf, ROLE_MAY, ROLE_NAMES } from '#lib/format/team.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { activityHref } from '#lib/forms/activity-query.ts';
import { MEMBER_ACTION_TEXTS, MemberActionButton, MemberActionDialog } from './member-actions.tsx';

interface MemberPageProps {
  readonly member: ActionTarget & {
    readonly since: number;
    readonly lastDeedAt: number | null;
    readonly hasPassword: boolean;
    readonly hasIdentity: boolean;
    readonly isYou: boolean;
  };
  readonly isOnlyAdmin: boolean;
  /** What was done just now. */
  readonly done: MemberAction | undefined;
  readonly action: FormAction;
  readonly zone: string;
  readonly now: number;
}

export function MemberPage({ member, isOnlyAdmin, done, action, zone, now }: MemberPageProps) {
  const { isYou, email, name, disabledAt } = member;
  const offered = isYou ? [] : MEMBER_ACTIONS.filter((deed) => isApplicable(deed, member));
  const access = offered.filter((deed) => !ROLE_NAMES.some((role) => role === deed));
  return (
    <>
      <PageHeader title={nameOf(member)} crumbs={[{ label: 'Team', href: '/team' }]} />
      <p className="-mt-3 mb-5 text-muted empty:hidden">
        {name !== null && <bdi>{email}</bdi>}
        {disabledAt !== null &&
          `${name === null ? 'Disabled' : ' · disabled'} ${formatFull(disabledAt, zone)}`}
      </p>
      {done !== undefined && (
        <div className="mb-4">
          <Note tone="green" role="status">
            {MEMBER_ACTION_TEXTS[done].done(nameOf(member))}
          </Note>
        </div>
      )}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_330px]">
        <Card title="Role">
          {isYou && <OwnAccount isOnlyAdmin={isOnlyAdmin} />}
          <ul className="-my-1">
            {ROLE_NAMES.map((role) => (
              <li
                key={role}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t"
              >
                <div className="min-w-0 grow basis-52">
                  <span className="font-[550]">{sentenceCase(role)}</span>
                  {role === member.role && <span className="text-muted"> · current</span>}
                  <p className="text-sm text-muted">Can {ROLE_MAY[role]}</p>
                </div>
                {offered.includes(role) && <MemberActionButton deed={role} member={member} />}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Access">
          <Facts facts={factsOf(member, zone, now)} />
          <div className="mt-4 grid gap-2 empty:hidden">
            {access.map((deed) => (
              <MemberActionButton key={deed} deed={deed} member={member} />
            ))}
          </div>
        </Card>
      </div>
      {offered.map((deed) => (
        <MemberActionDialog key={deed} deed={deed} member={member} action={action} />
      ))}
    </>
  );
}

function OwnAccount({ isOnlyAdmin }: { isOnlyAdmin: boolean }) {
  return (
    <div className="mb-3">
      <Note>
        {isOnlyAdmin
          ? 'You’re the only admin, and the team needs one. Make another member an admin first. They can then change your role.'
          : 'This is you. Only another admin can change your role or disable you.'}{' '}
        <PageLink href="/profile" className="underline underline-offset-3">
          Your profile
        </PageLink>
      </Note>
    </div>
  );
}

function factsOf(
  { email, since, lastDeedAt, hasPassword, hasIdentity }: MemberPageProps['member'],
  zone: string,
  now: number,
): readonly Fact[] {
  const ways = [hasPassword && 'Password', hasIdentity && 'Single sign-on'].filter(Boolean);
  const trail = (
    <PageLink key="trail" href={activityHref({ by: email })} className="underline underline-offset-3">
      {formatMoment(lastDeedAt ?? undefined, zone, now)}
    </PageLink>
  );
  return [
    ['Member since', formatMoment(since, zone, now)],
    ['Last active', lastDeedAt === null ? 'Never' : trail],
    ['Signs in with', ways.length === 0 ? 'Single sign-on (not used yet)' : ways.join(', ')],
  ];
}
