import type { ReactNode } from 'react';
import { OrderCaption } from '#components/checkout/order-mailpiece.tsx';
import { PriceMessage } from '#components/checkout/price-message.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { applicablePrice, ORDER_AMOUNTS, type SeenAmounts } from '#lib/domain/payment.ts';
import { type PaymentRun, payableItems, type RunItem } from '#lib/domain/payment-run.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { describeMissingApproval } from '#lib/format/approval.ts';
import { type DateSettings, formatClock, formatWithUtc } from '#lib/format/dates.ts';
import { describeFailure } from '#lib/format/failure.ts';
import { AMOUNT_NAMES } from '#lib/format/money.ts';
import { formatCount } from '#lib/format/text.ts';
import { PayForm } from './pay-form.tsx';
import { RunButton } from './run-button.tsx';
import { runCampaignName } from './run-row.tsx';

/** The data that was read about the campaign whose turn it is. */
export interface TurnOrder {
  readonly campaign: Campaign;
  readonly checkout: Checkout;
  /** The service's time when checkout was read, in milliseconds since the epoch. */
  readonly readAt: number;
  /** Whether another action on the campaign is in progress. */
  readonly isBlocked: boolean;
  /** Whether the mail service returned data from before a successful attempt. */
  readonly isStale: boolean;
  readonly missingApproval: ApprovalRule;
}

interface TurnCardProps {
  readonly run: PaymentRun;
  readonly item: RunItem;
  readonly order: Outcome<TurnOrder>;
  readonly payAction: FormAction;
  readonly skipAction: FormAction;
  readonly dateSettings: DateSettings;
}

/** The campaign whose turn it is: its price, and the buttons that pay for it or skip it. */
export function TurnCard({ run, item, order, payAction, skipAction, dateSettings }: TurnCardProps) {
  const { campaignId, listed } = item;
  const problem = order.ok ? findProblem(order.value) : describeUnread(order.failure);
  return (
    <Card>
      <h2 id="turn" tabIndex={-1} className="font-serif text-lg leading-[1.3] font-semibold wrap-anywhere">
        <bdi>{runCampaignName(listed) ?? 'Campaign'}</bdi>{' '}
        <span className="text-muted tabular-nums">#{campaignId}</span>
      </h2>
      {listed?.customer?.email !== undefined && (
        <bdi className="block truncate text-sm text-muted">{listed.customer.email}</bdi>
      )}
      <div className="mt-3.5">
        {order.ok && !problem ? (
          <TurnForm
            run={run}
            item={item}
            order={order.value}
            action={payAction}
            dateSettings={dateSettings}
          />
        ) : (
          problem
        )}
      </div>
      <div className="mt-2 grid grid-cols-2 items-end gap-2">
        <RunButton
          action={skipAction}
          hidden={{ run: run.id, campaign: campaignId }}
          kind={problem ? 'primary' : 'plain'}
        >
          Skip
        </RunButton>
        <PageLink href={`/campaigns/${campaignId}`} className={buttonClass()}>
          View campaign
        </PageLink>
      </div>
      {!problem && <p className="mt-3 text-sm text-muted">{describeReturn(run, item)}</p>}
    </Card>
  );
}

interface TurnFormProps extends Pick<TurnCardProps, 'run' | 'item' | 'dateSettings'> {
  readonly order: TurnOrder;
  readonly action: FormAction;
}

function TurnForm({ run, item, order: { campaign, checkout, readAt }, action, dateSettings }: TurnFormProps) {
  const price = applicablePrice(checkout);
  const amounts = Object.fromEntries(ORDER_AMOUNTS.map((name) => [name, price[name]])) as SeenAmounts &
    Record<string, string>;
  return (
    <PayForm
      key={campaign.id}
      runId={run.id}
      campaignId={campaign.id}
      amounts={amounts}
      senderCopy={checkout.send_copy_to_sender}
      readAt={formatClock(readAt, dateSettings)}
      action={action}
      caption={<OrderCaption campaign={campaign} senderCopy={checkout.send_copy_to_sender} />}
    >
      <SendDate run={run} dateSettings={dateSettings} />
      {item.state === 'unconfirmed' && (
        <Note tone="amber" title="Payment not confirmed">
          The mail service has no record of the payment. If you paid, don’t pay again. Check again in a few
          minutes.
        </Note>
      )}
      <PriceMessage outcome="No payment was made." retry="pay again" amountNames={AMOUNT_NAMES} />
    </PayForm>
  );
}

/** The run's send date, and the link to change it. */
function SendDate({ run, dateSettings }: Pick<TurnFormProps, 'run' | 'dateSettings'>) {
  const at = parseTimestamp(run.sendDate ?? undefined);
  const [local, utc] = at === undefined ? [] : formatWithUtc(at, dateSettings).split(' · ');
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line pt-3.5">
      <div className="flex min-w-0 gap-2">
        <Icon name={at === undefined ? 'clock' : 'check'} className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0">
          {at === undefined ? 'Won’t be scheduled when paid' : 'Will be scheduled as soon as it’s paid'}
          {local !== undefined && (
            <span className="block text-sm text-muted tabular-nums">
              {local}
              {utc !== undefined && <span className="block">{utc}</span>}
            </span>
          )}
        </div>
      </div>
      <PageLink
        href={`/payment-runs/${run.id}/schedule`}
        className="min-h-6 shrink-0 text-sm text-muted underline decoration-edge underline-offset-3 hover:text-ink"
      >
        Change<span className="sr-only"> send date</span>
      </PageLink>
    </div>
  );
}

/** Returns the reason why the campaign can't be paid for now, or null. */
function findProblem({ isBlocked, isStale, missingApproval }: TurnOrder): ReactNode {
  if (isBlocked)
    return (
      <Note tone="amber" title="Another action is in progress">
        Wait for the action to finish, or skip this campaign for now.
      </Note>
    );
  if (isStale)
    return (
      <Note tone="amber" title="The mail service hasn’t caught up yet">
        The campaign still appears as it was before the last action. Reload the page in a moment, or skip this
        campaign for now.
      </Note>
    );
  if (missingApproval === 'none') return null;
  return (
    <Note tone="amber" title="Waiting for approval">
      {describeMissingApproval(missingApproval)} Skip this campaign for now, or get the approval on the
      campaign’s page.
    </Note>
  );
}

function describeUnread(failure: Failure): ReactNode {
  const { title, sentence } = describeFailure(failure);
  return (
    <Note tone="amber" title={title}>
      {sentence}
    </Note>
  );
}

function describeReturn({ items }: PaymentRun, { position }: RunItem): string {
  const opens = 'Opens the mail service’s payment page.';
  const next = payableItems(items).find((item) => item.position !== position);
  return next
    ? `${opens} You’ll return to campaign ${formatCount(next.position)} of ${formatCount(items.length)}.`
    : `${opens} This is the last campaign of the run.`;
}
