import type { Attempt } from '#lib/attempts/attempt.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { type LiveFacts, livePrint } from '#lib/format/live.ts';
import { isZeroAmount } from '#lib/format/money.ts';
import { nextStep } from '#lib/format/next-step.ts';
import { blockOf } from '#lib/format/payment.ts';
import { type Paid, progressOf } from '#lib/format/progress.ts';
import { StatusPill } from '../campaigns/status-pill.tsx';
import type { FormAction } from '../forms/action-form.tsx';
import { Card } from '../ui/card.tsx';
import { AttemptNotes, isBusy } from './attempt-notes.tsx';
import { CampaignHead, type Owner } from './campaign-head.tsx';
import { DeedButton, DeedDialog, type DeedName } from './deeds.tsx';
import { Details, Sender } from './details.tsx';
import { DoNow } from './do-now.tsx';
import { LiveCampaign } from './live-campaign.tsx';
import { Metadata, PropertyFilter } from './metadata.tsx';
import { Progress } from './progress.tsx';
import { Proof } from './proof.tsx';
import { Recipients } from './recipients.tsx';

interface CampaignPageProps {
  readonly campaign: Campaign;
  readonly template: string | undefined;
  readonly owner: Owner | undefined;
  readonly attempts: readonly Attempt[];
  /** Missing when the service didn't answer it. */
  readonly checkout: Checkout | undefined;
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
  /** What the member's role allows. */
  readonly may: { readonly act: boolean; readonly clone: boolean; readonly delete: boolean };
  readonly actions: Readonly<Record<DeedName | 'settle', FormAction>>;
  readonly showAllRecipients: boolean;
}

/** On a phone what can be done now follows the proof; where there is room it stands beside it. */
export function CampaignPage(props: CampaignPageProps) {
  const { campaign, template, owner, attempts, checkout, zone, now, may, actions } = props;
  const { id, status } = campaign;
  const pending = attempts.filter(({ state }) => state === 'open' || state === 'unknown');
  const isFree = !isBusy(attempts);
  const isKnown = progressOf(campaign, undefined, zone, now) !== undefined;
  const canDelete = may.delete && isFree && status === 'draft';
  const canClone = may.clone && isKnown;
  const next = nextStep(campaign, checkout, now);
  return (
    <>
      <CampaignHead id={id} template={template} owner={owner}>
        <StatusPill status={status} />
      </CampaignHead>
      <LiveCampaign
        id={id}
        status={status}
        seen={livePrint(factsOf(campaign, attempts), checkout)}
        isWaiting={pending.length > 0 || !isRendered(campaign)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5">
        <Proof campaign={campaign} title={campaignTitle(id, template)} />
        <div className="grid min-w-0 gap-4 wide:row-span-2">
          <AttemptNotes
            attempts={pending}
            zone={zone}
            now={now}
            settle={may.act ? actions.settle : undefined}
          />
          <DoNow campaign={campaign} next={next} zone={zone} now={now} mayAct={may.act && isFree} />
          <Progress steps={progressOf(campaign, paidFor(checkout, attempts), zone, now)} />
          <Details campaign={campaign} template={template} owner={owner} zone={zone} now={now} />
          {(canClone || canDelete) && (
            <Card title="More">
              <div className="grid gap-2">
                {canClone && <DeedButton deed="clone" campaignId={id} />}
                {canDelete && <DeedButton deed="delete" campaignId={id} />}
              </div>
            </Card>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <Recipients
            campaignId={id}
            addresses={campaign.exposed_addresses ?? []}
            count={campaign.recipient_count}
            showAll={props.showAllRecipients}
          />
          <div className="grid items-start gap-4 wide:grid-cols-2 wide:[&>:nth-child(odd):last-child]:col-span-2">
            <Sender sender={campaign.sender} />
            <PropertyFilter filter={campaign.property_filter} />
            <Metadata pairs={campaign.meta_data ?? {}} />
          </div>
        </div>
      </div>
      {may.act && status !== 'draft' && <DeedDialog deed="cancel" campaignId={id} action={actions.cancel} />}
      {may.clone && <DeedDialog deed="clone" campaignId={id} action={actions.clone} />}
      {may.delete && <DeedDialog deed="delete" campaignId={id} action={actions.delete} />}
    </>
  );
}

function factsOf(
  { status, scheduled_at, sent_at, thumbnails, proof }: Campaign,
  attempts: readonly Attempt[],
): LiveFacts {
  return {
    status,
    scheduled_at,
    sent_at,
    thumbnails: thumbnails?.length ?? 0,
    proof: proof !== undefined,
    attempts,
  };
}

const isRendered = ({ thumbnails, proof }: Campaign) => (thumbnails?.length ?? 0) > 0 && proof !== undefined;

/** What checkout says is paid, and by whom as far as Mailroom's own record knows. */
function paidFor(checkout: Checkout | undefined, attempts: readonly Attempt[]): Paid | undefined {
  const amount = checkout && blockOf(checkout).already_paid;
  if (amount === undefined || isZeroAmount(amount)) return undefined;
  const payment = attempts.find(
    ({ operation, state, paidAt }) =>
      (operation === 'payCampaign' && paidAt !== null) ||
      (operation === 'payAndSendCampaign' && state === 'done'),
  );
  return { amount, by: payment?.by, at: payment?.paidAt ?? payment?.settledAt ?? undefined };
}
