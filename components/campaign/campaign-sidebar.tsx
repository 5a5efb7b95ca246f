import type { FormAction } from '#components/forms/action-form.tsx';
import { ApprovalRequired } from '#components/share-links/approval-required.tsx';
import { GuestDecisions } from '#components/share-links/guest-decisions.tsx';
import { ShareLinkList } from '#components/share-links/link-list.tsx';
import { Card } from '#components/ui/card.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { CampaignSharing } from '#lib/data/campaign-sharing.ts';
import type { CampaignOwner } from '#lib/data/names.ts';
import { type Attempt, hasBlockingAttempt, isFormBlocked } from '#lib/domain/attempt.ts';
import { nextStep } from '#lib/domain/next-step.ts';
import { chooseResend, findUnscheduled, scheduleAgainAt } from '#lib/domain/reschedule.ts';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import type { StoredTitleAndNote } from '#lib/domain/title-and-note.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { campaignProgress } from '#lib/format/progress.ts';
import { AttemptNotes } from './attempt-notes.tsx';
import { CampaignActionButton, type CampaignActionName } from './campaign-actions.tsx';
import { describePayment, findLatestMismatch } from './campaign-facts.ts';
import { DetailsCard } from './details-card.tsx';
import { MemberApproval } from './member-approval.tsx';
import { MismatchNote } from './mismatch-note.tsx';
import { NextStepCard } from './next-step-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { StaleNote } from './stale-note.tsx';
import { NoteCard } from './title-and-note.tsx';
import { ScheduleAgainCard, UnscheduledNote } from './unscheduled.tsx';

export interface CampaignSidebarProps {
  readonly campaign: Campaign;
  /** The title and the note that members gave the campaign. */
  readonly given: StoredTitleAndNote;
  /** The template's current name, or undefined if the service no longer lists the template. */
  readonly currentTemplate: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Set if the mail service returned data from before a successful attempt. */
  readonly stale: StaleReading | undefined;
  /** The campaign's checkout, or undefined if the service didn't return a checkout. */
  readonly checkout: Checkout | undefined;
  /** True if campaigns are billed on the monthly invoice instead of being paid for at checkout. */
  readonly invoiced: boolean;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Actions that the member's role allows. */
  readonly can: {
    readonly act: boolean;
    readonly clone: boolean;
    readonly delete: boolean;
    readonly editTitle: boolean;
  };
  readonly actions: Readonly<
    Record<
      | CampaignActionName
      | 'acceptReading'
      | 'decide'
      | 'dismissUnscheduled'
      | 'requestApproval'
      | 'resolve'
      | 'revoke'
      | 'scheduleAgain',
      FormAction
    >
  >;
  /** Share links and decisions, or undefined if a read failed. */
  readonly sharing: CampaignSharing | undefined;
}

/** Shows the campaign's status, next step, share links, and details. */
export function CampaignSidebar({
  campaign,
  currentTemplate,
  owner,
  attempts,
  stale,
  checkout,
  invoiced,
  given,
  dateSettings,
  now,
  can,
  actions,
  sharing,
}: CampaignSidebarProps) {
  const { id, status } = campaign;
  const isStale = stale !== undefined;
  const isBlocked = isStale || hasBlockingAttempt(attempts);
  const isDraft = status === 'draft';
  const hasForms = isDraft && !isStale && !isFormBlocked(attempts, isDraft);
  const steps = campaignProgress(
    campaign,
    describePayment(campaign, checkout, attempts, invoiced),
    dateSettings,
    now,
  );
  const hasProof = campaign.proof !== undefined;
  const missing = hasForms ? (sharing?.missing ?? 'none') : 'none';
  const next = nextStep(campaign, checkout, now, invoiced);
  const canClone = can.clone && steps !== undefined;
  const isCopyNext = next.kind === 'under_way' && canClone;
  const canDelete = can.delete && !isBlocked && isDraft;
  const mismatched = findLatestMismatch(attempts);
  const unscheduled = hasForms ? findUnscheduled(attempts, status) : undefined;
  return (
    <>
      {unscheduled && (
        <UnscheduledNote
          attempt={unscheduled}
          dismissAction={can.act ? actions.dismissUnscheduled : undefined}
          dateSettings={dateSettings}
          now={now}
        />
      )}
      {mismatched && (
        <MismatchNote
          campaign={campaign}
          {...mismatched}
          canAct={can.act}
          dateSettings={dateSettings}
          now={now}
        />
      )}
      <AttemptNotes
        attempts={attempts}
        status={status}
        dateSettings={dateSettings}
        now={now}
        resolveAction={actions.resolve}
      />
      {stale && (
        <StaleNote stale={stale} dateSettings={dateSettings} now={now} acceptAction={actions.acceptReading} />
      )}
      {sharing && <GuestDecisions {...sharing} dateSettings={dateSettings} now={now} />}
      {sharing && missing !== 'none' ? (
        <ApprovalRequired
          campaignId={id}
          {...sharing}
          missing={missing}
          hasProof={hasProof}
          canAsk={can.act}
          askAction={actions.requestApproval}
          dateSettings={dateSettings}
          now={now}
        />
      ) : unscheduled?.reschedule && can.act ? (
        <ScheduleAgainCard
          campaignId={id}
          again={scheduleAgainAt(
            unscheduled.reschedule.sendAt,
            unscheduled.reschedule.resend,
            checkout,
            invoiced,
            now,
          )}
          path={next.kind === 'send' || next.kind === 'send_on_invoice' ? 'send' : 'checkout'}
          action={actions.scheduleAgain}
          dateSettings={dateSettings}
        />
      ) : (
        <NextStepCard
          campaign={campaign}
          next={next}
          dateSettings={dateSettings}
          now={now}
          canAct={can.act}
          canClone={canClone}
          isBlocked={isBlocked}
          rescheduling={chooseResend(checkout, attempts, invoiced)}
        />
      )}
      <NoteCard given={given} dateSettings={dateSettings} now={now} />
      {sharing && (
        <MemberApproval
          campaignId={id}
          {...sharing}
          dateSettings={dateSettings}
          now={now}
          action={actions.decide}
        />
      )}
      <ProgressCard steps={steps} />
      {sharing?.links && (
        <ShareLinkList
          campaignId={id}
          links={sharing.links}
          hasProof={hasProof}
          dateSettings={dateSettings}
          now={now}
          revoke={actions.revoke}
        />
      )}
      <DetailsCard
        campaign={campaign}
        template={currentTemplate}
        owner={owner}
        dateSettings={dateSettings}
        now={now}
      />
      {((canClone && !isCopyNext) || canDelete) && (
        <Card title="More">
          <div className="grid gap-2">
            {canClone && !isCopyNext && <CampaignActionButton name="clone" campaignId={id} />}
            {canDelete && <CampaignActionButton name="delete" campaignId={id} />}
          </div>
        </Card>
      )}
    </>
  );
}
