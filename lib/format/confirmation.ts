/** The confirmations that members see on the next page after a change. */
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { RecentChange } from '#lib/domain/recent-change.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { type DateSettings, formatFull } from './dates.ts';
import { adviseAfterMismatch, describeMismatch } from './mismatch.ts';
import { uncapitalize } from './text.ts';

/**
 * Describes a change to a campaign, for the campaign's own page. Returns undefined if the change
 * isn't confirmed on that page.
 */
export function confirmCampaignChange(
  change: RecentChange,
  campaign: Campaign,
  checkout: Checkout | undefined,
  dateSettings: DateSettings,
): string | undefined {
  const { operation, mismatch } = change;
  const agreement = mismatch
    ? `This isn’t what you agreed to: ${describeMismatch(mismatch, dateSettings)}. ${adviseAfterMismatch(campaign, dateSettings)}`
    : productionStart(campaign, dateSettings);
  switch (operation) {
    case 'payAndSendCampaign':
      return `${describePaid(change)} and ${uncapitalize(describeSent(campaign))}. ${agreement}`.trim();
    case 'sendCampaign':
      return `${describeSent(campaign)}. ${agreement}`.trim();
    case 'sendCampaignOnInvoice':
      return `${describeSent(campaign)}. You’ll be billed on the monthly invoice. ${agreement}`.trim();
    case 'rescheduleCampaign':
      return `Rescheduled. ${agreement}`.trim();
    case 'cancelCampaign':
      if (campaign.status !== 'draft') return 'Sending canceled.';
      return `Sending canceled. The campaign is a ${isPaid(checkout) ? 'paid draft' : 'draft'} again.`;
    default:
      return undefined;
  }
}

/**
 * Says “Scheduled” for a queued campaign, which can still be canceled. “Sent” is also the status of a mailed
 * campaign.
 */
const describeSent = ({ status }: Campaign): string => (status === 'queued' ? 'Scheduled' : 'Sent');

/** The amount paid can be unknown if the price isn't the agreed price. */
function describePaid({ amount, mismatch }: RecentChange): string {
  if (amount === null && mismatch) return 'Paid';
  return amount === null || isZeroAmount(amount) ? 'Paid with credits' : `Paid ${amount}`;
}

const isPaid = (checkout: Checkout | undefined): boolean =>
  checkout !== undefined && !isZeroAmount(applicablePrice(checkout).already_paid);

function productionStart({ status, scheduled_at }: Campaign, dateSettings: DateSettings): string {
  const start = status === 'queued' ? parseTimestamp(scheduled_at) : undefined;
  return start === undefined ? '' : `Production starts ${formatFull(start, dateSettings)}.`;
}

export const confirmCopy = (originalId: number): string => `This is your copy of #${originalId}.`;

/**
 * Describes a deletion, for the list of campaigns.
 * @param sandbox true if the mail service is the embedded service
 */
export function confirmDeletion(
  campaignId: number,
  before: RecentChange['before'],
  sandbox: boolean,
): string {
  const deleted = `${before?.status === 'draft' ? 'Draft' : 'Campaign'} #${campaignId} deleted.`;
  const paid = before?.alreadyPaid;
  if (paid === undefined) return `${deleted} Mailroom couldn’t check whether it had been paid for.`;
  if (isZeroAmount(paid)) return deleted;
  return `${deleted} ${paid} had been paid for it. ${paymentAfterDeletion(sandbox)}`;
}

/**
 * Describes what has been paid for a draft that is about to be deleted. Returns undefined if nothing has been
 * paid.
 * @param paid the amount that checkout shows as paid, or undefined if checkout couldn't be read
 */
export function describePaymentBeforeDeletion(
  paid: string | undefined,
  sandbox: boolean,
): string | undefined {
  if (paid === undefined)
    return `Mailroom can’t check whether this draft has been paid for. ${paymentAfterDeletion(sandbox)}`;
  if (isZeroAmount(paid)) return undefined;
  return `${paid} has been paid for this draft. ${paymentAfterDeletion(sandbox)}`;
}

/**
 * States what is known about the payment for a deleted draft. The mail service's interface doesn't mention
 * refunds, so only the embedded service's behavior is known.
 */
const paymentAfterDeletion = (sandbox: boolean): string =>
  sandbox
    ? 'In the sandbox, the payment is credited to the customer.'
    : 'The mail service doesn’t specify what happens to the payment. Contact your administrator.';
