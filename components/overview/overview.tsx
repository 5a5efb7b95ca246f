import { isBusy } from '#components/campaign/attempt-notes.tsx';
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
import { Entry } from './entry.tsx';
import { Group, More } from './group.tsx';
import { type DecidedEntry, GuestDecisionList } from './guest-decision-list.tsx';
import { Ticker } from './ticker.tsx';
import { UnknownAttempts } from './unknown-attempts.tsx';

export interface Draft {
  readonly campaign: Campaign;
  /** Missing when the service didn't answer it. */
  readonly checkout: Checkout | undefined;
}

export interface OverviewView extends CampaignNames {
  /** What guests decided lately, what needs somebody first. */
  readonly decided: readonly DecidedEntry[];
  readonly soon: readonly Campaign[];
  readonly queuedCount: number;
  readonly drafts: readonly Draft[];
  readonly draftCount: number;
  /** Drafts that a guest has to approve first. */
  readonly waiting: ReadonlySet<number>;
  readonly moving: readonly Campaign[];
  /** The service's clock, milliseconds. */
  readonly now: number;
}

interface OverviewProps extends OverviewView {
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
    ({ campaign }) => !isBusy(attempts.filter(({ campaignId }) => campaignId === campaign.id)),
  );
  const isPaid = ({ checkout }: Draft) =>
    checkout !== undefined && paymentStatus(applicablePrice(checkout)) === 'paid';
  const paid = drafts.filter(isPaid);
  const unpaid = drafts.filter((draft) => !isPaid(draft));
  if ([attempts, decided, soon, drafts, moving].every(({ length }) => length === 0)) return <AllQuiet />;
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2 wide:gap-5.5">
      <div className="grid min-w-0 gap-4 wide:gap-5.5">
        {attempts.length > 0 && <UnknownAttempts {...props} />}
        <GuestDecisionList {...props} />
        <GoingOut {...props} />
        {paid.length > 0 && (
          <Group title="Paid, not sent yet" tone="amber">
            {paid.map((draft) => (
              <DraftEntry
                key={draft.campaign.id}
                {...props}
                campaign={draft.campaign}
                amount={blockIn(draft)?.already_paid}
                label="Choose when"
                path="send"
                waits={props.waiting.has(draft.campaign.id)}
              />
            ))}
          </Group>
        )}
      </div>
      <div className="grid min-w-0 gap-4 wide:gap-5.5">
        <Unpaid {...props} drafts={unpaid} />
        <Group title="On their way" empty="Nothing is in production or on its way.">
          {moving.map((campaign) => (
            <Entry key={campaign.id} campaign={campaign} {...props}>
              <span className="block sm:text-right">
                <StatusPill status={campaign.status} />
                <span className="mt-0.5 block text-sm text-muted">
                  {whenOf(campaign, props.zone, props.now).main}
                </span>
              </span>
            </Entry>
          ))}
        </Group>
      </div>
    </div>
  );
}

const blockIn = ({ checkout }: Draft) => checkout && applicablePrice(checkout);

/** What waits to be paid or, where that takes its place, to be sent on the monthly invoice. */
function Unpaid({ drafts, ...props }: OverviewProps) {
  const { invoiced, draftCount } = props;
  const amountOf = (draft: Draft) => {
    const block = blockIn(draft);
    return block && (invoiced ? billedOnInvoice(block) : block.to_be_paid);
  };
  return (
    <Group
      title={
        props.waiting.size > 0
          ? 'Not paid yet'
          : invoiced
            ? 'Ready to send on the invoice'
            : 'Ready to check out'
      }
      more={<More href="/campaigns?status=draft" count={draftCount} what="drafts" />}
      empty={`No drafts wait to be ${invoiced ? 'sent' : 'paid'}.`}
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
    </Group>
  );
}

function GoingOut(props: OverviewProps) {
  const { soon, queuedCount, zone, now } = props;
  return (
    <Group
      title="Going out soon"
      more={<More href="/campaigns?status=queued" count={queuedCount} what="queued" />}
      empty="Nothing is queued."
    >
      {soon.map((campaign) => (
        <Entry key={campaign.id} campaign={campaign} {...props}>
          <span className="block sm:text-right">
            <Ticker scheduledAt={campaign.scheduled_at} now={now} />
            <span className="block text-sm text-muted">{whenOf(campaign, zone, now).main}</span>
          </span>
        </Entry>
      ))}
    </Group>
  );
}

function AllQuiet() {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-16">
      <Message icon="overview" tone="green" title="The tray is empty" level={2}>
        <p>Nothing waits to be paid, sent or cancelled, and nothing is on its way.</p>
        <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
          Look at the campaigns
        </PageLink>
      </Message>
    </div>
  );
}
