import { TokenList, type TokenListItem } from '#components/api-tokens/token-list.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { ActionItem } from '#components/lists/action-item.tsx';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import {
  type ActionTarget,
  isApplicable,
  MEMBER_ACTIONS,
  type MemberAction,
  type MemberLinks,
} from '#lib/domain/member-actions.ts';
import { type DateSettings, formatFull, formatStandaloneMoment } from '#lib/format/dates.ts';
import { memberName, ROLE_NAMES, ROLE_PERMISSIONS } from '#lib/format/team.ts';
import { formatPlural, sentenceCase } from '#lib/format/text.ts';
import { activityHref } from '#lib/forms/activity-query.ts';
import { MEMBER_ACTION_TEXTS, MemberActionButton, MemberActionDialog } from './member-actions.tsx';
import { OpenLinksCard } from './member-links.tsx';

interface MemberPageProps {
  readonly member: ActionTarget & {
    readonly since: number;
    readonly lastActiveAt: number | null;
    readonly hasPassword: boolean;
    readonly hasIdentity: boolean;
    readonly hasFactor: boolean;
    readonly isYou: boolean;
    readonly sessionCount: number;
  };
  readonly memberLinks: MemberLinks;
  readonly isOnlyAdmin: boolean;
  /** The member's API tokens, newest first, including recently expired and revoked tokens. */
  readonly tokens: readonly TokenListItem[];
  /** The action that an admin just took on the member. */
  readonly done: MemberAction | undefined;
  readonly memberAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

export function MemberPage(props: MemberPageProps) {
  const { member, memberLinks, isOnlyAdmin, tokens, done, memberAction, dateSettings, now } = props;
  const { isYou, email, name, disabledAt } = member;
  const offered = isYou ? [] : MEMBER_ACTIONS.filter((action) => isApplicable(action, member));
  const access = offered.filter((action) => !ROLE_NAMES.some((role) => role === action));
  return (
    <>
      <PageHeader title={memberName(member)} crumbs={[{ label: 'Team', href: '/team' }]} />
      <p className="-mt-3 mb-5 text-muted empty:hidden">
        {name !== null && <bdi>{email}</bdi>}
        {disabledAt !== null &&
          `${name === null ? 'Disabled' : ' · disabled'} ${formatFull(disabledAt, dateSettings)}`}
      </p>
      {done !== undefined && (
        <Confirmation>{MEMBER_ACTION_TEXTS[done].done(memberName(member))}</Confirmation>
      )}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_330px]">
        <div className="grid min-w-0 gap-4">
          <Card title="Role">
            {isYou && <OwnAccount isOnlyAdmin={isOnlyAdmin} />}
            <ul className="-my-1">
              {ROLE_NAMES.map((role) => (
                <ActionItem
                  key={role}
                  action={offered.includes(role) && <MemberActionButton action={role} member={member} />}
                >
                  <span className="font-[550]">{sentenceCase(role)}</span>
                  {role === member.role && <span className="text-muted"> · current</span>}
                  <p className="text-sm text-muted">Can {ROLE_PERMISSIONS[role]}</p>
                </ActionItem>
              ))}
            </ul>
          </Card>
          {tokens.length > 0 && (
            <Card title="API tokens">
              <TokenList tokens={tokens} dateSettings={dateSettings} now={now} />
            </Card>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <Card title="Access">
            <Facts facts={memberFacts(member, dateSettings, now)} />
            <div className="mt-4 grid gap-2 empty:hidden">
              {access.map((action) => (
                <MemberActionButton key={action} action={action} member={member} />
              ))}
            </div>
          </Card>
          <OpenLinksCard links={memberLinks.openLinks} />
        </div>
      </div>
      {offered.map((action) => (
        <MemberActionDialog
          key={action}
          action={action}
          member={member}
          memberLinks={memberLinks}
          memberAction={memberAction}
        />
      ))}
    </>
  );
}

function OwnAccount({ isOnlyAdmin }: { isOnlyAdmin: boolean }) {
  return (
    <div className="mb-3">
      <Note>
        {isOnlyAdmin
          ? 'You’re the team’s only admin. If you make another member an admin, the new admin can change your role.'
          : 'This is your account. Only another admin can change your role or disable your account.'}{' '}
        <PageLink href="/profile" className="underline underline-offset-3">
          Your profile
        </PageLink>
      </Note>
    </div>
  );
}

function memberFacts(
  {
    email,
    since,
    lastActiveAt,
    hasPassword,
    hasIdentity,
    hasFactor,
    sessionCount,
  }: MemberPageProps['member'],
  dateSettings: DateSettings,
  now: number,
): readonly Fact[] {
  const methods = [hasPassword && 'Password', hasIdentity && 'Single sign-on'].filter(Boolean);
  const activityLink = (
    <PageLink key="activity" href={activityHref({ by: email })} className="underline underline-offset-3">
      {formatStandaloneMoment(lastActiveAt ?? undefined, dateSettings, now)}
    </PageLink>
  );
  return [
    ['Member since', formatStandaloneMoment(since, dateSettings, now)],
    ['Last active', lastActiveAt === null ? 'Never' : activityLink],
    ['Signed in on', sessionCount === 0 ? 'No device' : formatPlural(sessionCount, 'device')],
    ['Signs in with', methods.length === 0 ? 'Single sign-on (not used yet)' : methods.join(', ')],
    ['Second factor', hasFactor ? 'Yes' : 'No'],
  ];
}
