import { StatusPill } from '#components/campaigns/status-pill.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { DecidedCampaign } from '#lib/data/approval.ts';
import { type Attempt, hasBlockingAttempt } from '#lib/domain/attempt.ts';
import { applicablePrice, billedOnInvoice, paymentStatus } from '#lib/domain/payment.ts';
import { campaignTime } from '#lib/format/campaign.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { CampaignEntry, type CampaignNames, type EntryContext } from './campaign-entry.tsx';
import { DraftEntry } from './draft-entry.tsx';
import { decidedByGuests, GuestDecisionList } from './guest-decision-list.tsx';
import { OverviewSection, ViewAllLink } from './overview-section.tsx';
import { TimeLeft } from './time-left.tsx';
import { UnknownAttempts } from './unknown-attempts.tsx';

export interface DraftWithCheckout {
  readonly campaign: Campaign;
  /** Undefined if the checkout data couldn't be read. */
  readonly checkout: Checkout | undefined;
}

export interface OverviewData extends CampaignNames {
  /** Campaigns with recent decisions. Campaigns that need attention come first. */
  readonly decided: readonly DecidedCampaign[];
  readonly goingOut: readonly Campaign[];
  readonly queuedCount: number;
  readonly drafts: readonly DraftWithCheckout[];
  readonly draftCount: number;
  /** The ids of drafts that need an approval before the member can pay for and send them. */
  readonly needingApproval: ReadonlySet<number>;
  /**
   * The ids of drafts that need a second member's approval and that no member has made a decision about yet.
   */
  readonly awaitingMember: ReadonlySet<number>;
  readonly onTheirWay: readonly Campaign[];
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

interface OverviewProps extends OverviewData {
  /** Attempts that are open or have an unknown outcome. */
  readonly attempts: readonly Attempt[];
  readonly resolveAction: FormAction;
  /** True if campaigns are billed on the monthly invoice instead of being paid for at checkout. */
  readonly invoiced: boolean;
  readonly dateSettings: DateSettings;
  readonly canAct: boolean;
  readonly canApprove: boolean;
}

/** Lists campaigns that need action, starting with the most urgent, and campaigns that are on their way. */
export function Overview(overview: OverviewProps) {
  const { attempts, decided, goingOut, onTheirWay } = overview;
  // A draft with an unfinished attempt appears only in the list of unfinished attempts.
  const drafts = overview.drafts.filter(
    ({ campaign }) => !hasBlockingAttempt(attempts.filter(({ campaignId }) => campaignId === campaign.id)),
  );
  const isPaid = ({ checkout }: DraftWithCheckout) =>
    checkout !== undefined && paymentStatus(applicablePrice(checkout)) === 'paid';
  const paid = drafts.filter(isPaid);
  const unpaid = drafts.filter((draft) => !isPaid(draft));
  const byGuests = decidedByGuests(decided);
  if ([attempts, byGuests, goingOut, drafts, onTheirWay].every(({ length }) => length === 0))
    return <AllCaughtUp />;
  const inOrder = [...byGuests, ...goingOut.map(toEntry), ...paid, ...unpaid, ...onTheirWay.map(toEntry)];
  const first = inOrder.find(({ campaign }) => (campaign.thumbnails?.length ?? 0) > 0);
  const props = { ...overview, first: first?.campaign };
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2 wide:gap-5.5 broad:grid-cols-3">
      <div className="grid min-w-0 gap-4 wide:gap-5.5">
        {attempts.length > 0 && <UnknownAttempts {...props} />}
        {overview.canApprove && <AwaitingApproval {...props} drafts={drafts} />}
        <GuestDecisionList {...props} byGuests={byGuests} />
        <GoingOutSoon {...props} />
        {paid.length > 0 && (
          <OverviewSection title="Paid, not sent yet" tone="amber">
            {paid.map((draft) => (
              <DraftEntry
                key={draft.campaign.id}
                {...props}
                campaign={draft.campaign}
                amount={priceOf(draft)?.already_paid}
                label="Schedule"
                path="send"
                needsApproval={props.needingApproval.has(draft.campaign.id)}
              />
            ))}
          </OverviewSection>
        )}
      </div>
      <div className="grid min-w-0 gap-4 wide:gap-5.5 broad:contents">
        <UnpaidDrafts {...props} drafts={unpaid} />
        <OverviewSection title="On their way" empty="No campaigns are in production or on their way.">
          {onTheirWay.map((campaign) => (
            <CampaignEntry key={campaign.id} campaign={campaign} {...props}>
              <span className="block @entry:text-right">
                <StatusPill status={campaign.status} />
                <span className="mt-0.5 block text-sm text-muted">
                  {campaignTime(campaign, props.dateSettings, props.now).main}
                </span>
              </span>
            </CampaignEntry>
          ))}
        </OverviewSection>
      </div>
    </div>
  );
}

const toEntry = (campaign: Campaign) => ({ campaign });
const priceOf = ({ checkout }: DraftWithCheckout) => checkout && applicablePrice(checkout);

/**
 * The number of drafts to list under "Waiting for a member’s approval". The number is small, because each of
 * these drafts is also listed under its next step.
 */
const MAX_AWAITING = 5;

/** Lists drafts that a second member has to approve. */
function AwaitingApproval({ drafts, awaitingMember, draftCount, ...props }: OverviewProps & EntryContext) {
  const awaiting = drafts.filter(({ campaign }) => awaitingMember.has(campaign.id));
  if (awaiting.length === 0) return null;
  return (
    <OverviewSection
      title="Waiting for a member’s approval"
      tone="amber"
      link={
        awaiting.length > MAX_AWAITING && (
          <ViewAllLink href="/campaigns?status=draft" count={draftCount} noun="drafts" />
        )
      }
    >
      {awaiting.slice(0, MAX_AWAITING).map(({ campaign }) => (
        <CampaignEntry key={campaign.id} campaign={campaign} {...props}>
          <PageLink
            href={`/campaigns/${campaign.id}#team-approval`}
            aria-label={`Review campaign ${campaign.id}`}
            className={buttonClass('plain', 'relative whitespace-nowrap text-sm')}
          >
            Review
          </PageLink>
        </CampaignEntry>
      ))}
    </OverviewSection>
  );
}

/** Lists drafts that still have to be paid for or, with monthly invoicing, sent. */
function UnpaidDrafts({ drafts, ...props }: OverviewProps & EntryContext) {
  const { invoiced, draftCount } = props;
  const amountOf = (draft: DraftWithCheckout) => {
    const price = priceOf(draft);
    return price && (invoiced ? billedOnInvoice(price) : price.to_be_paid);
  };
  return (
    <OverviewSection
      title={
        props.needingApproval.size > 0
          ? 'Not paid yet'
          : invoiced
            ? 'Ready to send on invoice'
            : 'Ready to check out'
      }
      link={<ViewAllLink href="/campaigns?status=draft" count={draftCount} noun="drafts" />}
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
          needsApproval={props.needingApproval.has(draft.campaign.id)}
        />
      ))}
    </OverviewSection>
  );
}

function GoingOutSoon(props: OverviewProps & EntryContext) {
  const { goingOut, queuedCount, dateSettings, now } = props;
  return (
    <OverviewSection
      title="Going out soon"
      link={<ViewAllLink href="/campaigns?status=queued" count={queuedCount} noun="queued" />}
      empty="No campaigns are queued."
    >
      {goingOut.map((campaign) => (
        <CampaignEntry key={campaign.id} campaign={campaign} {...props}>
          <span className="block @entry:text-right">
            <TimeLeft scheduledAt={campaign.scheduled_at} now={now} />
            <span className="block text-sm text-muted">{campaignTime(campaign, dateSettings, now).main}</span>
          </span>
        </CampaignEntry>
      ))}
    </OverviewSection>
  );
}

function AllCaughtUp() {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-16">
      <Message icon="overview" tone="green" title="You’re all caught up" headingLevel={2}>
        <p>No campaigns need attention, and none are on their way.</p>
        <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
          View campaigns
        </PageLink>
      </Message>
    </div>
  );
}
