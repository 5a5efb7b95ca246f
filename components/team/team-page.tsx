import type { ReactNode } from 'react';
import type { FormAction } from '#components/forms/action-form.tsx';
import { ListSummary } from '#components/lists/list-summary.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { ResumedForm } from '#lib/domain/resumed-form.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { formatPlural } from '#lib/format/text.ts';
import { resumedState } from '#lib/forms/resumed-state.ts';
import { InviteForm } from './invite-form.tsx';
import { type MemberListItem, MemberTable } from './member-table.tsx';
import { PendingInvitations, type PendingInvitationsProps } from './pending-invitations.tsx';

interface TeamPageProps extends Omit<PendingInvitationsProps, 'resumedRenewal'> {
  readonly members: readonly MemberListItem[];
  readonly inviteAction: FormAction;
  /** True if invitations are emailed. */
  readonly sendsEmail: boolean;
  /** The form that the admin submitted before confirming their identity. */
  readonly resumed: ResumedForm | null;
  /** The team's settings. */
  readonly children?: ReactNode;
}

export function TeamPage(props: TeamPageProps) {
  const { members, inviteAction, sendsEmail, resumed, children, ...invitations } = props;
  const { dateSettings, now } = invitations;
  const enabled = members.filter(({ disabledAt }) => disabledAt === null);
  const disabled = members.filter(({ disabledAt }) => disabledAt !== null);
  return (
    <>
      <PageHeader title="Team">
        <a href="#invite" className={buttonClass('plain', 'team:hidden')}>
          Invite member
        </a>
      </PageHeader>
      <div className="grid items-start gap-5 team:grid-cols-[minmax(0,1fr)_330px] team:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-5">
          <div>
            <MemberTable caption="Members" members={enabled} dateSettings={dateSettings} now={now} />
            <ListSummary zoneLabel={zoneLabel(dateSettings.zone)} className="mt-2.5 text-xs">
              {formatPlural(enabled.length, 'member')}
            </ListSummary>
          </div>
          <PendingInvitations {...invitations} resumedRenewal={resumedState(resumed, 'renew')} />
          {disabled.length > 0 && (
            <section>
              <h2 className="mb-2.5">Disabled</h2>
              <MemberTable
                caption="Disabled members"
                members={disabled}
                dateSettings={dateSettings}
                now={now}
              />
            </section>
          )}
        </div>
        <Card title="Invite member" id="invite" className="team:row-span-2">
          <InviteForm
            action={inviteAction}
            sendsEmail={sendsEmail}
            initialState={resumedState(resumed, 'invite')}
          />
        </Card>
        <div className="grid min-w-0 items-start gap-5 wide:grid-cols-2">{children}</div>
      </div>
    </>
  );
}
