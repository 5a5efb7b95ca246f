import { StatusPill } from '#components/campaigns/status-pill.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { ApprovalRequired } from '#components/share-links/approval-required.tsx';
import { GuestDecisions } from '#components/share-links/guest-decisions.tsx';
import { ShareLinkList } from '#components/share-links/link-list.tsx';
import { Card } from '#components/ui/card.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { CampaignSharing } from '#lib/data/share-links.ts';
import type { ActivityEntry } from '#lib/domain/activity.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { liveFingerprint } from '#lib/domain/live-status.ts';
import { nextStep } from '#lib/domain/next-step.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { progressOf } from '#lib/format/progress.ts';
import { AttemptNotes, hasBlockingAttempt } from './attempt-notes.tsx';
import { CampaignActionButton, CampaignActionDialog, type CampaignActionName } from './campaign-actions.tsx';
import { ActivityCard } from './activity-card.tsx';
import { toLiveStatus, isRendered, describePayment, pendingAttempts } from './campaign-facts.ts';
import { CampaignHeader, type Owner } from './campaign-header.tsx';
import { DetailsCard, SenderCard } from './details-card.tsx';
import { CampaignWatcher } from './campaign-watcher.tsx';
import { MetadataCard, PropertyFilterCard } from './metadata-card.tsx';
import { NextStepCard } from './next-step-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { CampaignProof } from './proof.tsx';
import { RecipientsCard } from './recipients-card.tsx';

interface CampaignPageProps {
  readonly campaign: Campaign;
  readonly template: string | undefined;
  readonly owner: Owner | undefined;
  readonly attempts: readonly Attempt[];
  /** Missing when the service didn't answer it. */
  readonly checkout: Checkout | undefined;
  /** Whether sending on the monthly invoice takes the place of paying. */
  readonly invoiced: boolean;
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
  /** What the member's role allows. */
  readonly may: { readonly act: boolean; readonly clone: boolean; readonly delete: boolean };
  readonly actions: Readonly<Record<CampaignActionName | 'settle' | 'revoke', FormAction>>;
  /** Missing when it couldn't be read. */
  readonly sharing: CampaignSharing | undefined;
  /** Who did what to it, newest first. */
  readonly history: readonly ActivityEntry[];
  readonly hasOlderHistory: boolean;
  readonly showAllRecipients: boolean;
}

/** On a phone what can be done now follows the proof; where there is room it stands beside it. */
export function CampaignPage(props: CampaignPageProps) {
  const { campaign, template, owner, attempts, checkout, may, actions } = props;
  const { id, status } = campaign;
  return (
    <>
      <CampaignHeader id={id} template={template} owner={owner}>
        <StatusPill status={status} />
      </CampaignHeader>
      <CampaignWatcher
        id={id}
        status={status}
        withOrder={may.act}
        seen={liveFingerprint(
          toLiveStatus(campaign, attempts, props.sharing?.decisions[0]?.id),
          may.act ? checkout : undefined,
        )}
        isWaiting={pendingAttempts(attempts).length > 0 || !isRendered(campaign)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5">
        <CampaignProof campaign={campaign} title={campaignTitle(id, template)} />
        <div className="grid min-w-0 gap-4 wide:row-span-2">
          <CampaignSidebar {...props} />
        </div>
        <div className="grid min-w-0 gap-4">
          <RecipientsCard
            allHref={`/campaigns/${id}?recipients=all#recipients`}
            addresses={campaign.exposed_addresses ?? []}
            count={campaign.recipient_count}
            showAll={props.showAllRecipients}
          />
          <div className="grid items-start gap-4 wide:grid-cols-2 wide:[&>:nth-child(odd):last-child]:col-span-2">
            <SenderCard sender={campaign.sender} />
            <PropertyFilterCard filter={campaign.property_filter} />
            <MetadataCard pairs={campaign.meta_data ?? {}} />
          </div>
          <ActivityCard
            campaignId={id}
            entries={props.history}
            hasMore={props.hasOlderHistory}
            zone={props.zone}
            now={props.now}
          />
        </div>
      </div>
      {may.act && status !== 'draft' && (
        <CampaignActionDialog deed="cancel" campaignId={id} action={actions.cancel} />
      )}
      {may.clone && <CampaignActionDialog deed="clone" campaignId={id} action={actions.clone} />}
      {may.delete && <CampaignActionDialog deed="delete" campaignId={id} action={actions.delete} />}
    </>
  );
}

/** Where the campaign stands, and what can be done about it now. */
function CampaignSidebar({
  campaign,
  template,
  owner,
  attempts,
  checkout,
  invoiced,
  zone,
  now,
  may,
  actions,
  sharing,
}: CampaignPageProps) {
  const { id, status } = campaign;
  const busy = hasBlockingAttempt(attempts);
  const steps = progressOf(campaign, describePayment(campaign, checkout, attempts, invoiced), zone, now);
  const isDrawn = campaign.proof !== undefined;
  const waits = sharing?.isRequired && sharing.approval.kind !== 'approved' && status === 'draft' && !busy;
  const canClone = may.clone && steps !== undefined;
  const canDelete = may.delete && !busy && status === 'draft';
  return (
    <>
      <AttemptNotes attempts={attempts} status={status} zone={zone} now={now} settle={actions.settle} />
      {sharing && <GuestDecisions {...sharing} zone={zone} now={now} />}
      {waits ? (
        <ApprovalRequired campaignId={id} {...sharing} isDrawn={isDrawn} />
      ) : (
        <NextStepCard
          campaign={campaign}
          next={nextStep(campaign, checkout, now, invoiced)}
          zone={zone}
          now={now}
          mayAct={may.act}
          isBusy={busy}
        />
      )}
      <ProgressCard steps={steps} />
      {sharing?.links && (
        <ShareLinkList
          campaignId={id}
          links={sharing.links}
          isDrawn={isDrawn}
          zone={zone}
          now={now}
          revoke={actions.revoke}
        />
      )}
      <DetailsCard campaign={campaign} template={template} owner={owner} zone={zone} now={now} />
      {(canClone || canDelete) && (
        <Card title="More">
          <div className="grid gap-2">
            {canClone && <CampaignActionButton deed="clone" campaignId={id} />}
            {canDelete && <CampaignActionButton deed="delete" campaignId={id} />}
          </div>
        </Card>
      )}
    </>
  );
}
