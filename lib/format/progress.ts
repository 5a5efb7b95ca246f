import { V1_STATUSES, type V1Status } from '#lib/contract/campaign-values.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { expectedDay } from './campaign.ts';
import { type DateSettings, formatDay, formatMoment } from './dates.ts';
import { describeStatus } from './status.ts';

export interface Step {
  readonly label: string;
  readonly detail?: string;
  readonly state: 'done' | 'now' | 'ahead';
}

/** The payment shown at checkout. Includes the paying member only if Mailroom recorded the payment. */
export interface PaymentSummary {
  readonly amount?: string;
  readonly by?: string;
  /** The time of the payment, in milliseconds since the epoch. */
  readonly at?: number;
  /** Whether the customer's credits covered the whole amount. */
  readonly byCredits?: boolean;
  /** Whether the campaign is billed on the monthly invoice instead of being paid for at checkout. */
  readonly onInvoice?: boolean;
}

/**
 * Returns the steps from draft to mailed. Returns undefined for an unknown status, because no step matches
 * that status.
 */
export function campaignProgress(
  campaign: Campaign,
  paid: PaymentSummary | undefined,
  dateSettings: DateSettings,
  now: number,
): readonly Step[] | undefined {
  const status = V1_STATUSES.find((known) => known === campaign.status);
  if (status === undefined) return undefined;
  const isPaid = status !== 'draft' || !isZeroAmount(paid?.amount ?? '');
  const reached = status === 'draft' ? (isPaid ? 1 : 0) : V1_STATUSES.indexOf(status) + 1;
  const steps = [
    {
      label: describeStatus('draft').label,
      detail: formatTimestamp(campaign.created_at, formatDay, dateSettings, now),
    },
    {
      label: isPaid || paid?.onInvoice ? paidLabel(paid) : 'Paid',
      detail: paymentDetail(paid, dateSettings, now),
    },
    { label: describeStatus('queued').label, detail: queueDetail(campaign, status, dateSettings, now) },
    { label: describeStatus('processing').label },
    {
      label: describeStatus('sent').label,
      detail: formatTimestamp(campaign.sent_at, formatMoment, dateSettings, now),
    },
    { label: describeStatus('mailed').label, detail: deliveryDetail(campaign, dateSettings, now) },
  ];
  return steps.map((step, i) => ({
    ...step,
    state: i < reached || status === 'mailed' ? 'done' : i === reached ? 'now' : 'ahead',
  }));
}

function paidLabel(paid: PaymentSummary | undefined): string {
  if (paid === undefined) return 'Paid';
  const how = paid.onInvoice ? 'On invoice' : paid.byCredits ? 'Covered by credits' : 'Paid';
  return paid.amount === undefined ? how : `${how} ${paid.amount}`;
}

function paymentDetail(
  paid: PaymentSummary | undefined,
  dateSettings: DateSettings,
  now: number,
): string | undefined {
  if (paid?.by === undefined) return undefined;
  return paid.at === undefined ? paid.by : `${paid.by}, ${formatMoment(paid.at, dateSettings, now)}`;
}

function queueDetail(
  campaign: Campaign,
  status: V1Status,
  dateSettings: DateSettings,
  now: number,
): string | undefined {
  const sendAt = parseTimestamp(campaign.scheduled_at);
  if (status === 'draft' || sendAt === undefined) return undefined;
  return `scheduled for ${formatMoment(sendAt, dateSettings, now)}`;
}

/**
 * Returns the detail for the last step, “Mailed”. The word "delivery" makes it clear that the date isn't the
 * mailing date.
 */
function deliveryDetail(campaign: Campaign, dateSettings: DateSettings, now: number): string | undefined {
  const expected = expectedDay(campaign, dateSettings, now);
  return expected && `delivery ${expected}`;
}

function formatTimestamp(
  timestamp: string | undefined,
  format: (ms: number, dateSettings: DateSettings, now: number) => string,
  dateSettings: DateSettings,
  now: number,
): string | undefined {
  const ms = parseTimestamp(timestamp);
  return ms === undefined ? undefined : format(ms, dateSettings, now);
}
