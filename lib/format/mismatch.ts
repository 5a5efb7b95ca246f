/** Text about orders that differ from what the member agreed to. */
import type { Campaign } from '#lib/contract/resources.ts';
import { hasCancelableStatus } from '#lib/domain/cancellation-window.ts';
import type { Difference, Mismatch, OrderPart } from '#lib/domain/mismatch.ts';
import { formatMomentInFull } from './campaign.ts';
import type { DateSettings } from './dates.ts';
import { formatCount, formatList } from './text.ts';

const NAMES: Readonly<Record<OrderPart, string>> = {
  price: 'Price',
  recipients: 'Recipients',
  addresses: 'Recipients',
  send_date: 'Send date',
  files: 'Proof and designs',
};

export interface DifferenceRow {
  readonly label: string;
  readonly agreed: string;
  readonly actual: string;
}

/** Returns the rows of a table that compares the agreed order with the actual order. */
export const mismatchRows = (mismatch: Mismatch, dateSettings: DateSettings): readonly DifferenceRow[] =>
  mismatch.map((difference) => {
    const { part, agreed, actual } = difference;
    const format = (value: string | undefined, otherwise: string) =>
      value === undefined ? otherwise : formatValue(difference, value, dateSettings);
    return {
      label: NAMES[part],
      agreed: format(agreed, 'As approved or shown'),
      actual: format(actual, 'Changed'),
    };
  });

/** Describes the differences, such as "price $12.00 instead of $10.00 and 4 recipients instead of 3". */
export const describeMismatch = (mismatch: Mismatch, dateSettings: DateSettings): string =>
  formatList(mismatch.map((difference) => describeDifference(difference, dateSettings)));

function describeDifference(difference: Difference, dateSettings: DateSettings): string {
  const [agreed, actual] = [difference.agreed, difference.actual].map((value) =>
    formatValue(difference, value ?? '', dateSettings),
  );
  switch (difference.part) {
    case 'price':
      return `price ${actual} instead of ${agreed}`;
    case 'recipients':
      return `${actual} recipients instead of ${agreed}`;
    case 'addresses':
      return 'different recipients';
    case 'send_date':
      return `send date ${actual} instead of ${agreed}`;
    case 'files':
      return 'a different proof or design';
  }
}

function formatValue({ part }: Difference, value: string, dateSettings: DateSettings): string {
  if (part === 'recipients') return formatCount(Number(value));
  return part === 'send_date' ? formatMomentInFull(value, dateSettings) : value;
}

/**
 * What members can do about a mismatch, depending on the campaign's current status.
 * @param canCancel whether the reader's role allows canceling
 */
export function adviseAfterMismatch(
  campaign: Campaign | undefined,
  dateSettings: DateSettings,
  canCancel = true,
): string {
  if (campaign?.status === 'draft')
    return 'Nothing is scheduled now. Check the campaign before you send it, and contact the mail service about any payment that wasn’t agreed to.';
  if (campaign && hasCancelableStatus(campaign)) {
    const until =
      campaign.scheduled_at === undefined
        ? 'production starts'
        : formatMomentInFull(campaign.scheduled_at, dateSettings);
    const offer = canCancel ? 'You can cancel the campaign' : 'The campaign can be canceled';
    return `${offer} until ${until}. Canceling might not refund a payment, so ask the mail service about a refund.`;
  }
  return 'The campaign can no longer be canceled. Contact the mail service, and tell the customer what changed.';
}
