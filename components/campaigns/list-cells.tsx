import type { ReactNode } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedCampaign, ListTotal } from '#lib/domain/campaign-list.ts';
import type { SortKey } from '#lib/domain/index-filter.ts';
import { sumLeftOfTotals } from '#lib/domain/left-to-pay.ts';
import { type ColumnId, type Density, type ListColumn, metadataKeyOf } from '#lib/domain/list-view.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { customerName } from '#lib/format/customer.ts';
import { type DateSettings, formatGivenDay, formatMoment } from '#lib/format/dates.ts';
import { formatSum } from '#lib/format/money.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { formatCount, MISSING, orMissing, sentenceCase } from '#lib/format/text.ts';
import { StatusPill } from './status-pill.tsx';

export interface CellContext {
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly density: Density;
}

interface ColumnLayout {
  /** The column's width in a table. */
  readonly width: string;
  /** The widths of an amount column whose longest amount has more than 11 or more than 15 characters. */
  readonly wider?: readonly [medium: string, large: string];
  readonly isNumber?: true;
  readonly sort?: SortKey;
  /**
   * The cell's position on a card, if the list is narrow. By default, the value and its heading have a line of their
   * own.
   */
  readonly card?: string;
  /** Hides the column in tables that are too narrow for it. Another column then shows the value. */
  readonly hidden?: string;
}

const COLUMNS: Readonly<Record<ListColumn, ColumnLayout>> = {
  customer: {
    width: 'w-[210px] @ledger:w-[280px]',
    sort: 'customer',
    card: '@max-list:col-start-2 @max-list:row-start-2 @max-list:min-w-0',
    hidden: '@list:@max-columns:hidden',
  },
  status: {
    width: 'w-[124px] @ledger:w-[150px]',
    sort: 'status',
    card: '@max-list:col-start-2 @max-list:row-start-3',
  },
  // Hidden in narrow tables, which need the space for the campaign's title.
  recipients: { width: 'w-[104px]', isNumber: true, sort: 'recipients', hidden: '@list:@max-[57rem]:hidden' },
  price: {
    width: 'w-[114px] @ledger:w-[132px]',
    wider: ['w-[150px]', 'w-[200px]'],
    isNumber: true,
    sort: 'price',
    card: '@max-list:col-start-3 @max-list:row-start-1 @max-list:text-right @max-list:font-medium',
  },
  left_to_pay: {
    width: 'w-[108px] @ledger:w-[124px]',
    wider: ['w-[150px]', 'w-[200px]'],
    isNumber: true,
    card: '@max-list:col-start-3 @max-list:row-start-2 @max-list:text-right',
  },
  scheduled_at: {
    width: 'w-[178px] @ledger:w-[210px]',
    sort: 'scheduled_at',
    card: '@max-list:col-span-2 @max-list:col-start-2 @max-list:row-start-3 @max-list:justify-self-end @max-list:self-center @max-list:text-sm @max-list:text-muted @max-[22rem]:row-start-4 @max-[22rem]:justify-self-start',
  },
  created_at: { width: 'w-[178px]', sort: 'created_at' },
  updated_at: { width: 'w-[178px]', sort: 'updated_at' },
  sent_at: { width: 'w-[178px]', sort: 'sent_at' },
  expected_delivery: { width: 'w-[150px]' },
  template: { width: 'w-[180px]', sort: 'template' },
  size: { width: 'w-[170px]' },
  postage: { width: 'w-[112px]' },
  note: { width: 'w-[220px]' },
};

const METADATA_LAYOUT: ColumnLayout = { width: 'w-[140px]' };

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
    // A total may overflow its column by two characters, because most cells in its row are empty.
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

/** Returns the content of a campaign's cell. */
export function cellContent(id: ColumnId, listed: ListedCampaign, context: CellContext): ReactNode {
  const { campaign, templateName } = listed;
  const key = metadataKeyOf(id);
  if (key !== undefined) {
    const value = Object.hasOwn(campaign.meta_data ?? {}, key) ? campaign.meta_data?.[key] : undefined;
    return <LongText>{value}</LongText>;
  }
  const at = (timestamp: string | undefined) =>
    formatMoment(parseTimestamp(timestamp), context.dateSettings, context.now);
  switch (id as ListColumn) {
    case 'customer':
      return <CustomerLink customer={listed.customer} className="block truncate text-sm" />;
    case 'status':
      return <StatusPill status={campaign.status} isFlat={context.density === 'compact'} />;
    case 'recipients':
      return formatCount(campaign.recipient_count);
    case 'price':
      return orMissing(campaign.price);
    case 'left_to_pay':
      return <LeftToPay {...listed} />;
    case 'scheduled_at':
      return campaign.scheduled_at ? (
        capitalize(at(campaign.scheduled_at))
      ) : (
        <span className="text-muted">{campaign.status === 'draft' ? 'Not scheduled' : MISSING}</span>
      );
    case 'created_at':
      return capitalize(at(campaign.created_at));
    case 'updated_at':
      return capitalize(at(campaign.updated_at));
    case 'sent_at':
      return capitalize(at(campaign.sent_at));
    case 'expected_delivery':
      return formatGivenDay(campaign.expected_delivery_date, context.dateSettings, context.now);
    case 'template':
      return <LongText>{templateName?.current ?? templateName?.first}</LongText>;
    case 'size':
      return sizeLabel(campaign.size);
    case 'postage':
      return sentenceCase(campaign.postage_class);
    case 'note':
      return <LongText>{listed.given?.note ?? undefined}</LongText>;
  }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function LongText({ children }: { children: string | undefined }) {
  const isMissing = children === undefined || children.trim() === '';
  return isMissing ? (
    <span className="text-muted">{MISSING}</span>
  ) : (
    <bdi className="line-clamp-2">{children}</bdi>
  );
}

/** A link to the customer, above the link that covers the row. */
export function CustomerLink({
  customer,
  className = '',
}: Pick<ListedCampaign, 'customer'> & { className?: string }) {
  if (customer === undefined) return null;
  return (
    <PageLink
      href={`/customers/${customer.id}`}
      className={`relative z-1 text-muted underline-offset-3 hover:text-ink hover:underline ${className}`}
    >
      <bdi className="[overflow-wrap:normal]">{customerName(customer.id, customer.email)}</bdi>
    </PageLink>
  );
}

function LeftToPay({ campaign, amounts }: Pick<ListedCampaign, 'campaign' | 'amounts'>) {
  const muted = (text: string) => <span className="text-muted">{text}</span>;
  const missing = <span className="text-muted @max-list:hidden">{MISSING}</span>;
  if (amounts === undefined) return missing;
  const { payment, leftToPay, alreadyPaid, currency } = amounts;
  if (payment === 'covered_by_credits') return muted('Credits');
  // Other campaigns may have been paid in ways that checkout doesn't show, such as on an invoice.
  if (leftToPay === 0 && (alreadyPaid ?? 0) > 0) return muted('Paid');
  if (campaign.status !== 'draft' || leftToPay === null) return missing;
  return (
    <>
      {formatSum(leftToPay, currency)}
      <span className="text-muted @list:hidden"> left</span>
    </>
  );
}
