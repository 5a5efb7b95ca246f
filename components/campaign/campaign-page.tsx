import { StatusPill } from '#components/campaigns/status-pill.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { ApprovalRequired } from '#components/share-links/approval-required.tsx';
import { GuestDecisions } from '#components/share-links/guest-decisions.tsx';
import { ShareLinkList } from '#components/share-links/link-list.tsx';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { CampaignSharing } from '#lib/data/campaign-sharing.ts';
import type { CampaignOwner } from '#lib/data/names.ts';
import type { ActivityEntry } from '#lib/domain/activity.ts';
import { type Attempt, hasBlockingAttempt } from '#lib/domain/attempt.ts';
import { liveFingerprint } from '#lib/domain/live-status.ts';
import { nextStep } from '#lib/domain/next-step.ts';
import { chooseResend, findUnscheduled, scheduleAgainAt } from '#lib/domain/reschedule.ts';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import type { StoredTitleAndNote } from '#lib/domain/title-and-note.ts';
import type { Undo } from '#lib/domain/undo.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { describePaymentBeforeDeletion } from '#lib/format/confirmation.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { campaignProgress } from '#lib/format/progress.ts';
import { describeStatus } from '#lib/format/status.ts';
import { ActivityCard } from './activity-card.tsx';
import { AttemptNotes } from './attempt-notes.tsx';
import { CampaignActionButton, CampaignActionDialog, type CampaignActionName } from './campaign-actions.tsx';
import {
  describePayment,
  findLatestMismatch,
  isRendered,
  paidAmount,
  pendingAttempts,
  toLiveStatus,
} from './campaign-facts.ts';
import { CampaignHeader } from './campaign-header.tsx';
import { CampaignWatcher } from './campaign-watcher.tsx';
import { DetailsCard, SenderCard } from './details-card.tsx';
import { MemberApproval } from './member-approval.tsx';
import { MetadataCard, PropertyFilterCard } from './metadata-card.tsx';
import { MismatchNote } from './mismatch-note.tsx';
import { NextStepCard } from './next-step-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { CampaignProof } from './proof.tsx';
import { RecipientsCard } from './recipients-card.tsx';
import { StaleNote } from './stale-note.tsx';
import { HeaderNote, NoteCard } from './title-and-note.tsx';
import { type UndoActions, UndoForm } from './undo-form.tsx';
import { ScheduleAgainCard, UnscheduledNote } from './unscheduled.tsx';

interface CampaignPageProps {
  readonly campaign: Campaign;
  /** The campaign's name, from `campaignName`. */
  readonly name: string | undefined;
  /** The title and the note that members gave the campaign. */
  readonly given: StoredTitleAndNote;
  /** The template's name when Mailroom first read the campaign. */
  readonly template: string | undefined;
  /** The template's current name, or undefined if the service no longer lists the template. */
  readonly currentTemplate: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Set if the mail service returned data from before a successful attempt. */
  readonly stale: StaleReading | undefined;
  /** The campaign's checkout, or undefined if the service didn't return a checkout. */
  readonly checkout: Checkout | undefined;
  /** Confirms the change that the member just made, if any. */
  readonly confirmation: string | undefined;
  /** The way back from that change, if there is one. */
  readonly undo: Undo | undefined;
  readonly undoActions: UndoActions;
  /** True if the mail service is the embedded service. */
  readonly sandbox: boolean;
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
      | 'requestApproval'
      | 'resolve'
      | 'revoke'
      | 'scheduleAgain',
      FormAction
    >
  >;
  /** Share links and decisions, or undefined if a read failed. */
  readonly sharing: CampaignSharing | undefined;
  /** Activity entries, with the latest outcome first. */
  readonly activity: readonly ActivityEntry[];
  readonly hasOlderActivity: boolean;
  readonly showAllRecipients: boolean;
}

/** The next step is below the proof on phones, and in a sidebar on wide screens. */
export function CampaignPage(props: CampaignPageProps) {
  const { campaign, name, owner, attempts, checkout, can, actions } = props;
  const { id, status } = campaign;
  return (
    <>
      <CampaignHeader id={id} name={name} owner={owner} note={<HeaderNote {...props} />}>
        <StatusPill status={status} />
      </CampaignHeader>
      {props.confirmation !== undefined && (
        <Confirmation tone={findLatestMismatch(attempts) ? 'red' : 'green'}>
          {props.confirmation}
        </Confirmation>
      )}
      {props.undo && (
        <UndoForm
          campaignId={id}
          undo={props.undo}
          actions={props.undoActions}
          dateSettings={props.dateSettings}
        />
      )}
      <CampaignWatcher
        id={id}
        status={status}
        statusLabel={describeStatus(status).label}
        includeOrder={can.act}
        shownFingerprint={liveFingerprint(
          toLiveStatus(campaign, attempts, props.sharing?.latestDecisionId),
          can.act ? checkout : undefined,
        )}
        isWaiting={pendingAttempts(attempts).length > 0 || props.stale !== undefined || !isRendered(campaign)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5 broad:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_332px]">
        <CampaignProof campaign={campaign} title={campaignTitle(id, name)} />
        <div className="grid min-w-0 gap-4 wide:row-span-2 broad:col-start-3 broad:row-start-1">
          <CampaignSidebar {...props} />
        </div>
        <div className="@container grid min-w-0 gap-4 broad:col-start-2 broad:row-span-2 broad:row-start-1">
          <RecipientsCard
            allHref={`/campaigns/${id}?recipients=all#recipients`}
            addresses={campaign.exposed_addresses ?? []}
            count={campaign.recipient_count}
            showAll={props.showAllRecipients}
          />
          <div className="grid items-start gap-4 @recipients:grid-cols-2 @recipients:[&>:nth-child(odd):last-child]:col-span-2">
            <SenderCard sender={campaign.sender} />
            <PropertyFilterCard filter={campaign.property_filter} />
            <MetadataCard pairs={campaign.meta_data ?? {}} />
          </div>
          <ActivityCard
            campaignId={id}
            entries={props.activity}
            hasMore={props.hasOlderActivity}
            dateSettings={props.dateSettings}
            now={props.now}
          />
        </div>
      </div>
      {can.act && status !== 'draft' && (
        <CampaignActionDialog name="cancel" campaignId={id} action={actions.cancel} />
      )}
      {can.clone && <CampaignActionDialog name="clone" campaignId={id} action={actions.clone} />}
      {can.delete && (
        <CampaignActionDialog
          name="delete"
          campaignId={id}
          action={actions.delete}
          warning={describePaymentBeforeDeletion(paidAmount(checkout), props.sandbox)}
        />
      )}
    </>
  );
}

/** Shows the campaign's status, next step, share links, and details. */
function CampaignSidebar({
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
}: CampaignPageProps) {
  const { id, status } = campaign;
  const isBlocked = hasBlockingAttempt(attempts) || stale !== undefined;
  const steps = campaignProgress(
    campaign,
    describePayment(campaign, checkout, attempts, invoiced),
    dateSettings,
    now,
  );
  const hasProof = campaign.proof !== undefined;
  const missing = status === 'draft' && !isBlocked ? (sharing?.missing ?? 'none') : 'none';
  const next = nextStep(campaign, checkout, now, invoiced);
  const canClone = can.clone && steps !== undefined;
  const isCopyNext = next.kind === 'under_way' && canClone;
  const canDelete = can.delete && !isBlocked && status === 'draft';
  const mismatched = findLatestMismatch(attempts);
  const unscheduled = isBlocked ? undefined : findUnscheduled(attempts, status);
  return (
    <>
      {unscheduled && <UnscheduledNote attempt={unscheduled} dateSettings={dateSettings} now={now} />}
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
