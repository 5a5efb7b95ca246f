import { type Campaign, V1_STATUSES, type V1Status } from '#lib/contract/resources.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { expectedDay } from './campaign.ts';
import { formatDay, formatMoment } from './dates.ts';

export interface Step {
  readonly label: string;
  readonly detail?: string;
  readonly state: 'done' | 'now' | 'ahead';
}

/** What is known of the payment: what checkout says is paid, and who paid it as far as Mailroom knows. */
export interface Paid {
  readonly amount?: string;
  readonly by?: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /** No money was asked for: the customer's credits covered all of it. */
  readonly byCredits?: boolean;
  /** It isn't paid but billed later. */
  readonly onInvoice?: boolean;
}

/** From draft to mailed. Undefined for a status whose place on the way isn't known. */
export function progressOf(
  campaign: Campaign,
  paid: Paid | undefined,
  zone: string,
  now: number,
): readonly Step[] | undefined {
  const status = V1_STATUSES.find((known) => known === campaign.status);
  if (status === undefined) return undefined;
  const isPaid = status !== 'draft' || !isZeroAmount(paid?.amount ?? '');
  const reached = status === 'draft' ? (isPaid ? 1 : 0) : V1_STATUSES.indexOf(status) + 1;
  const steps = [
    { label: 'Draft', detail: at(campaign.created_at, formatDay, zone, now) },
    { label: isPaid || paid?.onInvoice ? paidLabel(paid) : 'Paid', detail: payer(paid, zone, now) },
    { label: 'Queued', detail: queueDetail(campaign, status, zone, now) },
    { label: 'Processing' },
    { label: 'Sent', detail: at(campaign.sent_at, formatMoment, zone, now) },
    { label: 'Mailed', detail: delivery(campaign, zone, now) },
  ];
  return steps.map((step, i) => ({
    ...step,
    state: i < reached || status === 'mailed' ? 'done' : i === reached ? 'now' : 'ahead',
  }));
}

function paidLabel(paid: Paid | undefined): string {
  if (paid === undefined) return 'Paid';
  const how = paid.onInvoice ? 'On invoice' : paid.byCredits ? 'Covered by credits' : 'Paid';
  return paid.amount === undefined ? how : `${how} ${paid.amount}`;
}

function payer(paid: Paid | undefined, zone: string, now: number): string | undefined {
  if (paid?.by === undefined) return undefined;
  return paid.at === undefined ? paid.by : `${paid.by}, ${formatMoment(paid.at, zone, now)}`;
}

function queueDetail(campaign: Campaign, status: V1Status, zone: string, now: number): string | undefined {
  const goes = parseTimestamp(campaign.scheduled_at);
  if (status === 'draft' || goes === undefined) return undefined;
  return `scheduled for ${formatMoment(goes, zone, now)}`;
}

/** Of the delivery, not of the mailing that the step is named after. */
function delivery(campaign: Campaign, zone: string, now: number): string | undefined {
  const expected = expectedDay(campaign, zone, now);
  return expected && `delivery ${expected}`;
}

function at(
  timestamp: string | undefined,
  format: (ms: number, zone: string, now: number) => string,
  zone: string,
  now: number,
): string | undefined {
  const ms = parseTimestamp(timestamp);
  return ms === undefined ? undefined : format(ms, zone, now);
}
