/** The columns of the campaign list, and what their cells show. */
import type { ListedCampaign, ListTotal } from '#lib/domain/campaign-list.ts';
import type { SortKey } from '#lib/domain/index-filter.ts';
import { sumLeftOfTotals } from '#lib/domain/left-to-pay.ts';
import { type ColumnId, type ListColumn, metadataKeyOf } from '#lib/domain/list-view.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { type DateSettings, formatGivenDay, formatStandaloneMoment } from '#lib/format/dates.ts';
import { formatSum } from '#lib/format/money.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { describeStatus } from '#lib/format/status.ts';
import { formatCount, MISSING, orMissing, sentenceCase } from '#lib/format/text.ts';
import type { TableCell } from './campaign-table.tsx';
import { PILL_TONES } from './status-pill.tsx';

interface CellContext {
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

interface ColumnLayout {
  /** The class of the column's cells, which places them on a card if the list is narrow (app/components.css). */
  readonly className: string;
  /** Whether the value and its heading have their own line on a card. */
  readonly isOwnLine?: true;
  /** The column's width in a table. */
  readonly width: string;
  /**
   * An amount column's widths if its longest amount has more than 11 characters, and if it has more than 15.
   */
  readonly wider?: readonly [medium: string, large: string];
  readonly isNumber?: true;
  readonly sort?: SortKey;
}

const ownLine = (width: string) => ({ className: 'own-line', isOwnLine: true, width }) as const;

const COLUMNS: Readonly<Record<ListColumn, ColumnLayout>> = {
  customer: { className: 'col-customer', width: 'w-[210px] @ledger:w-[280px]', sort: 'customer' },
  status: { className: 'col-status', width: 'w-[124px] @ledger:w-[150px]', sort: 'status' },
  recipients: {
    ...ownLine('w-[104px]'),
    className: 'own-line col-recipients',
    isNumber: true,
    sort: 'recipients',
  },
  price: {
    className: 'col-price',
    width: 'w-[114px] @ledger:w-[132px]',
    wider: ['w-[150px]', 'w-[200px]'],
    isNumber: true,
    sort: 'price',
  },
  left_to_pay: {
    className: 'col-left',
    width: 'w-[108px] @ledger:w-[124px]',
    wider: ['w-[150px]', 'w-[200px]'],
    isNumber: true,
  },
  scheduled_at: { className: 'col-sends', width: 'w-[178px] @ledger:w-[210px]', sort: 'scheduled_at' },
  created_at: { ...ownLine('w-[178px]'), sort: 'created_at' },
  updated_at: { ...ownLine('w-[178px]'), sort: 'updated_at' },
  sent_at: { ...ownLine('w-[178px]'), sort: 'sent_at' },
  expected_delivery: ownLine('w-[150px]'),
  template: { ...ownLine('w-[180px]'), sort: 'template' },
  size: ownLine('w-[170px]'),
  postage: ownLine('w-[112px]'),
  note: ownLine('w-[220px]'),
};

const METADATA_LAYOUT: ColumnLayout = ownLine('w-[140px]');

export const columnLayout = (id: ColumnId): ColumnLayout =>
  metadataKeyOf(id) === undefined ? COLUMNS[id as ListColumn] : METADATA_LAYOUT;

/** Returns the column's width, which depends on its longest amount. */
export function columnWidth(
  id: ColumnId,
  items: readonly ListedCampaign[],
  totals: readonly ListTotal[],
): string {
  const { width, wider } = columnLayout(id);
  if (wider === undefined) return width;
  const [medium, large] = wider;
  const longest = Math.max(
    ...items.map((item) => amountText(id, item)?.length ?? 0),
    // A total is allowed to overflow its column by two characters, because most cells in its row are empty.
    ...totals.map((total) => (totalText(id, total)?.length ?? 0) - 2),
  );
  if (longest > 15) return large;
  return longest > 11 ? medium : width;
}

function amountText(id: ColumnId, { campaign, amounts }: ListedCampaign): string | undefined {
  if (id === 'price') return campaign.price;
  return typeof amounts?.leftToPay === 'number' ? formatSum(amounts.leftToPay, amounts.currency) : undefined;
}

/** Returns the total of a column's values, or undefined for columns that can't be added up. */
export function totalText(id: ColumnId, total: ListTotal): string | undefined {
  if (id === 'recipients') return formatCount(total.recipients);
  if (id === 'price') return formatSum(total.price, total.currency);
  return id === 'left_to_pay'
    ? formatSum(sumLeftOfTotals([total]).sums[0]?.amount ?? 0, total.currency)
    : undefined;
}

/** Returns the content of a campaign's cell. The customer is part of the row itself. */
export function cellOf(id: ColumnId, listed: ListedCampaign, context: CellContext): TableCell {
  const { campaign, templateName } = listed;
  const key = metadataKeyOf(id);
  if (key !== undefined) {
    const value = Object.hasOwn(campaign.meta_data ?? {}, key) ? campaign.meta_data?.[key] : undefined;
    return longText(value);
  }
  const at = (timestamp: string | undefined) =>
    formatStandaloneMoment(parseTimestamp(timestamp), context.dateSettings, context.now);
  switch (id as ListColumn) {
    case 'customer':
      return '';
    case 'status': {
      const { label, tone } = describeStatus(campaign.status);
      return [PILL_TONES[tone], label];
    }
    case 'recipients':
      return formatCount(campaign.recipient_count);
    case 'price':
      return orMissing(campaign.price);
    case 'left_to_pay':
      return leftToPay(listed);
    case 'scheduled_at':
      if (campaign.scheduled_at) return at(campaign.scheduled_at);
      return ['secondary', campaign.status === 'draft' ? 'Not scheduled' : MISSING];
    case 'created_at':
      return at(campaign.created_at);
    case 'updated_at':
      return at(campaign.updated_at);
    case 'sent_at':
      return at(campaign.sent_at);
    case 'expected_delivery':
      return formatGivenDay(campaign.expected_delivery_date, context.dateSettings, context.now);
    case 'template':
      return longText(templateName?.current ?? templateName?.first);
    case 'size':
      return sizeLabel(campaign.size);
    case 'postage':
      return sentenceCase(campaign.postage_class);
    case 'note':
      return longText(listed.given?.note ?? undefined);
  }
}

const longText = (text: string | undefined): TableCell =>
  text === undefined || text.trim() === '' ? ['secondary', MISSING] : ['long', text];

function leftToPay({ campaign, amounts }: Pick<ListedCampaign, 'campaign' | 'amounts'>): TableCell {
  if (amounts === undefined) return ['missing', MISSING];
  const { payment, leftToPay: left, alreadyPaid, currency } = amounts;
  if (payment === 'covered_by_credits') return ['secondary', 'Credits'];
  // Other campaigns may have been paid in ways that checkout doesn't show, such as on an invoice.
  if (left === 0 && (alreadyPaid ?? 0) > 0) return ['secondary', 'Paid'];
  if (campaign.status !== 'draft' || left === null) return ['missing', MISSING];
  return ['left', formatSum(left, currency)];
}
