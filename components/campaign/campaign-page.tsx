import type { Attempt } from '#lib/attempts/attempt.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Sharing } from '#lib/data/shares.ts';
import type { Activity } from '#lib/format/activity.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { livePrint } from '#lib/format/live.ts';
import { nextStep } from '#lib/format/next-step.ts';
import { progressOf } from '#lib/format/progress.ts';
import { StatusPill } from '../campaigns/status-pill.tsx';
import type { FormAction } from '../forms/action-form.tsx';
import { GuestsSaid } from '../shares/guests-said.tsx';
import { SharedLinks } from '../shares/shared-links.tsx';
import { WaitsForApproval } from '../shares/waits-for-approval.tsx';
import { Card } from '../ui/card.tsx';
import { AttemptNotes, isBusy } from './attempt-notes.tsx';
import { CampaignHead, type Owner } from './campaign-head.tsx';
import { DeedButton, DeedDialog, type DeedName } from './deeds.tsx';
import { Details, Sender } from './details.tsx';
import { DoNow } from './do-now.tsx';
import { History } from './history.tsx';
import { LiveCampaign } from './live-campaign.tsx';
import { Metadata, PropertyFilter } from './metadata.tsx';
import { Progress } from './progress.tsx';
import { Proof } from './proof.tsx';
import { Recipients } from './recipients.tsx';
import { factsOf, isRendered, paidFor, pendingOf } from './what-is-known.ts';

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
  readonly actions: Readonly<Record<DeedName | 'settle' | 'revoke', FormAction>>;
  /** Missing when it couldn't be read. */
  readonly sharing: Sharing | undefined;
  /** Who did what to it, newest first. */
  readonly history: readonly Activity[];
  readonly hasOlderHistory: boolean;
  readonly showAllRecipients: boolean;
}

/** On a phone what can be done now follows the proof; where there is room it stands beside it. */
export function CampaignPage(props: CampaignPageProps) {
  const { campaign, template, owner, attempts, checkout, may, actions } = props;
  const { id, status } = campaign;
  return (
    <>
      <CampaignHead id={id} template={template} owner={owner}>
        <StatusPill status={status} />
      </CampaignHead>
      <LiveCampaign
        id={id}
        status={status}
        withOrder={may.act}
        seen={livePrint(
          factsOf(campaign, attempts, props.sharing?.decisions[0]?.id),
          may.act ? checkout : undefined,
        )}
        isWaiting={pendingOf(attempts).length > 0 || !isRendered(campaign)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5">
        <Proof campaign={campaign} title={campaignTitle(id, template)} />
        <div className="grid min-w-0 gap-4 wide:row-span-2">
          <Beside {...props} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Recipients
            allHref={`/campaigns/${id}?recipients=all#recipients`}
            addresses={campaign.exposed_addresses ?? []}
            count={campaign.recipient_count}
            showAll={props.showAllRecipients}
          />
          <div className="grid items-start gap-4 wide:grid-cols-2 wide:[&>:nth-child(odd):last-child]:col-span-2">
            <Sender sender={campaign.sender} />
            <PropertyFilter filter={campaign.property_filter} />
            <Metadata pairs={campaign.meta_data ?? {}} />
          </div>
          <History
            campaignId={id}
            entries={props.history}
            hasMore={props.hasOlderHistory}
            zone={props.zone}
            now={props.now}
          />
        </div>
      </div>
      {may.act && status !== 'draft' && <DeedDialog deed="cancel" campaignId={id} action={actions.cancel} />}
      {may.clone && <DeedDialog deed="clone" campaignId={id} action={actions.clone} />}
      {may.delete && <DeedDialog deed="delete" campaignId={id} action={actions.delete} />}
    </>
  );
}

/** Where the campaign stands, and what can be done about it now. */
function Beside({
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
  const busy = isBusy(attempts);
  const steps = progressOf(campaign, paidFor(campaign, checkout, attempts, invoiced), zone, now);
  const isDrawn = campaign.proof !== undefined;
  const waits = sharing?.isRequired && sharing.approval.kind !== 'approved' && status === 'draft' && !busy;
  const canClone = may.clone && steps !== undefined;
  const canDelete = may.delete && !busy && status === 'draft';
  return (
    <>
      <AttemptNotes attempts={attempts} status={status} zone={zone} now={now} settle={actions.settle} />
      {sharing && <GuestsSaid {...sharing} zone={zone} now={now} />}
      {waits ? (
        <WaitsForApproval campaignId={id} {...sharing} isDrawn={isDrawn} />
      ) : (
        <DoNow
          campaign={campaign}
          next={nextStep(campaign, checkout, now, invoiced)}
          zone={zone}
          now={now}
          mayAct={may.act}
          isBusy={busy}
        />
      )}
      <Progress steps={steps} />
      {sharing?.links && (
        <SharedLinks
          campaignId={id}
          links={sharing.links}
          isDrawn={isDrawn}
          zone={zone}
          now={now}
          revoke={actions.revoke}
        />
      )}
      <Details campaign={campaign} template={template} owner={owner} zone={zone} now={now} />
      {(canClone || canDelete) && (
        <Card title="More">
          <div className="grid gap-2">
            {canClone && <DeedButton deed="clone" campaignId={id} />}
            {canDelete && <DeedButton deed="delete" campaignId={id} />}
          </div>
        </Card>
      )}
    </>
  );
}
