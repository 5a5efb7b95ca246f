import { StatusPill } from '#components/campaigns/status-pill.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import type { ActivityEntry } from '#lib/domain/activity.ts';
import { liveFingerprint } from '#lib/domain/live-status.ts';
import type { Undo } from '#lib/domain/undo.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { describePaymentBeforeDeletion } from '#lib/format/confirmation.ts';
import { describeStatus } from '#lib/format/status.ts';
import { ActivityCard } from './activity-card.tsx';
import { CampaignActionDialog } from './campaign-actions.tsx';
import { CAMPAIGN_COLUMNS } from './campaign-columns.ts';
import {
  findLatestMismatch,
  isRendered,
  paidAmount,
  pendingAttempts,
  toLiveStatus,
} from './campaign-facts.ts';
import { CampaignHeader } from './campaign-header.tsx';
import { CampaignSidebar, type CampaignSidebarProps } from './campaign-sidebar.tsx';
import { CampaignWatcher } from './campaign-watcher.tsx';
import { SenderCard } from './details-card.tsx';
import { MetadataCard, PropertyFilterCard } from './metadata-card.tsx';
import { CampaignProof } from './proof.tsx';
import { RecipientsCard } from './recipients-card.tsx';
import { HeaderNote } from './title-and-note.tsx';
import { type UndoActions, UndoForm } from './undo-form.tsx';

interface CampaignPageProps extends CampaignSidebarProps {
  /** The campaign's name, from `campaignName`. */
  readonly name: string | undefined;
  /** The template's name when Mailroom first read the campaign. */
  readonly template: string | undefined;
  /** Confirms the change that the member just made, if any. */
  readonly confirmation: string | undefined;
  /** The undo for that change, if there is one. */
  readonly undo: Undo | undefined;
  readonly undoActions: UndoActions;
  /** True if the mail service is the embedded service. */
  readonly sandbox: boolean;
  /** Activity entries, with the latest outcome first. */
  readonly activity: readonly ActivityEntry[];
  readonly hasOlderActivity: boolean;
  readonly showAllRecipients: boolean;
}

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
      <div className={CAMPAIGN_COLUMNS.grid}>
        <CampaignProof campaign={campaign} title={campaignTitle(id, name)} />
        <div className={CAMPAIGN_COLUMNS.sidebar}>
          <CampaignSidebar {...props} />
        </div>
        <div className={CAMPAIGN_COLUMNS.main}>
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
