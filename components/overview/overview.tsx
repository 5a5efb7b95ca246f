import { hasBlockingAttempt } from '#components/campaign/attempt-notes.tsx';
import type { CampaignNames } from '#components/campaigns/campaign-table.tsx';
import { StatusPill } from '#components/campaigns/status-pill.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { applicablePrice, billedOnInvoice, paymentStatus } from '#lib/domain/payment.ts';
import { whenOf } from '#lib/format/campaign.ts';
import { DraftEntry } from './draft-entry.tsx';
import { CampaignEntry } from './campaign-entry.tsx';
import { OverviewSection, ViewAllLink } from './overview-section.tsx';
import { type DecidedCampaign, GuestDecisionList } from './guest-decision-list.tsx';
import { TimeLeft } from './time-left.tsx';
import { UnknownAttempts } from './unknown-attempts.tsx';

export interface DraftWithCheckout {
  readonly campaign: Campaign;
  /** Missing when the service didn't answer it. */
  readonly checkout: Checkout | undefined;
}

export interface OverviewData extends CampaignNames {
  /** What guests decided lately, what needs somebody first. */
  readonly decided: readonly DecidedCampaign[];
  readonly soon: readonly Campaign[];
  readonly queuedCount: number;
  readonly drafts: readonly DraftWithCheckout[];
  readonly draftCount: number;
  /** Drafts that a guest has to approve first. */
  readonly waiting: ReadonlySet<number>;
  readonly moving: readonly Campaign[];
  /** The service's clock, milliseconds. */
  readonly now: number;
}

interface OverviewProps extends OverviewData {
  /** Open or unknown. */
  readonly attempts: readonly Attempt[];
  readonly settle: FormAction;
  /** Whether sending on the monthly invoice takes the place of paying. */
  readonly invoiced: boolean;
  readonly zone: string;
  readonly mayAct: boolean;
}

/** What needs doing now, the most pressing first. */
export function Overview(props: OverviewProps) {
  const { attempts, decided, soon, moving } = props;
  // What is in doubt is offered for nothing else.
  const drafts = props.drafts.filter(
    ({ campaign }) => !hasBlockingAttempt(attempts.filter(({ campaignId }) => campaignId === campaign.id)),
  );
  const isPaid = ({ checkout }: DraftWithCheckout) =>
    checkout !== undefined && paymentStatus(applicablePrice(checkout)) === 'paid';
  const paid = drafts.filter(isPaid);
  const unpaid = drafts.filter((draft) => !isPaid(draft));
  if ([attempts, decided, soon, drafts, moving].every(({ length }) => length === 0)) return <AllCaughtUp />;
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2 wide:gap-5.5">
      <div className="grid min-w-0 gap-4 wide:gap-5.5">
        {attempts.length > 0 && <UnknownAttempts {...props} />}
        <GuestDecisionList {...props} />
        <GoingOutSoon {...props} />
        {paid.length > 0 && (
          <OverviewSection title="Paid, not sent yet" tone="amber">
            {paid.map((draft) => (
              <DraftEntry
                key={draft.campaign.id}
                {...props}
                campaign={draft.campaign}
                amount={priceOf(draft)?.already_paid}
                label="Choose send date"
                path="send"
                waits={props.waiting.has(draft.campaign.id)}
              />
            ))}
          </OverviewSection>
        )}
      </div>
      <div className="grid min-w-0 gap-4 wide:gap-5.5">
        <UnpaidDrafts {...props} drafts={unpaid} />
        <OverviewSection title="On their way" empty="No campaigns are in production or on their way.">
          {moving.map((campaign) => (
            <CampaignEntry key={campaign.id} campaign={campaign} {...props}>
              <span className="block sm:text-right">
                <StatusPill status={campaign.status} />
                <span className="mt-0.5 block text-sm text-muted">
                  {whenOf(campaign, props.zone, props.now).main}
                </span>
              </span>
            </CampaignEntry>
          ))}
        </OverviewSection>
      </div>
    </div>
  );
}

const priceOf = ({ checkout }: DraftWithCheckout) => checkout && applicablePrice(checkout);

/** What waits to be paid or, where that takes its place, to be sent on the monthly invoice. */
function UnpaidDrafts({ drafts, ...props }: OverviewProps) {
  const { invoiced, draftCount } = props;
  const amountOf = (draft: DraftWithCheckout) => {
    const block = priceOf(draft);
    return block && (invoiced ? billedOnInvoice(block) : block.to_be_paid);
  };
  return (
    <OverviewSection
      title={
        props.waiting.size > 0 ? 'Not paid yet' : invoiced ? 'Ready to send on invoice' : 'Ready to check out'
      }
      more={<ViewAllLink href="/campaigns?status=draft" count={draftCount} what="drafts" />}
      empty={`No drafts to ${invoiced ? 'send' : 'pay for'}.`}
    >
      {drafts.map((draft) => (
        <DraftEntry
          key={draft.campaign.id}
          {...props}
          campaign={draft.campaign}
          amount={amountOf(draft)}
          label={invoiced ? 'Send' : 'Check out'}
          path={invoiced ? 'send' : 'checkout'}
          waits={props.waiting.has(draft.campaign.id)}
        />
      ))}
    </OverviewSection>
  );
}

function GoingOutSoon(props: OverviewProps) {
  const { soon, queuedCount, zone, now } = props;
  return (
    <OverviewSection
      title="Going out soon"
      more={<ViewAllLink href="/campaigns?status=queued" count={queuedCount} what="queued" />}
      empty="No campaigns are queued."
    >
      {soon.map((campaign) => (
        <CampaignEntry key={campaign.id} campaign={campaign} {...props}>
          <span className="block sm:text-right">
            <TimeLeft scheduledAt={campaign.scheduled_at} now={now} />
            <span className="block text-sm text-muted">{whenOf(campaign, zone, now).main}</span>
          </span>
        </CampaignEntry>
      ))}
    </OverviewSection>
  );
}

function AllCaughtUp() {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-16">
      <Message icon="overview" tone="green" title="You’re all caught up" level={2}>
        <p>No campaigns need payment, sending, or review, and none are on their way.</p>
        <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
          View campaigns
        </PageLink>
      </Message>
    </div>
  );
}
