/**
 * The data for the campaign list's table. The server formats every value, so that the table's script contains
 * neither names nor formats. Apart from each row's HTML, the page contains the row's values only once.
 */
import { ariaSort } from '#components/lists/sort-arrow.tsx';
import type { ListedCampaign, ListTotal } from '#lib/domain/campaign-list.ts';
import type { IndexSort } from '#lib/domain/index-filter.ts';
import { sumLeftOfTotals } from '#lib/domain/left-to-pay.ts';
import type { ColumnId, ListView } from '#lib/domain/list-view.ts';
import { renamedTemplate } from '#lib/domain/template-name.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';
import { customerName } from '#lib/format/customer.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { BEFORE_CREDITS } from '#lib/format/left-to-pay.ts';
import { columnName } from '#lib/format/list-columns.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { campaignsHref, type TypedQuery } from '#lib/forms/campaign-fields.ts';
import { nextSort } from '#lib/forms/sort-param.ts';
import type { TableColumn, TableData, TableRow, TableTotal } from './campaign-table.tsx';
import { thumbnailShape } from './campaign-thumbnail.tsx';
import { cellOf, columnLayout, columnWidth, totalText } from './list-cells.ts';

export interface TableSource {
  readonly items: readonly ListedCampaign[];
  readonly view: ListView;
  readonly typed: TypedQuery;
  readonly sort: IndexSort | undefined;
  /** Undefined if the list was read from the mail service, which has only one sort order. */
  readonly sums: { readonly totals: readonly ListTotal[]; readonly isPartial: boolean } | undefined;
  /** The campaigns that are selected when the page opens. Undefined if members can't select campaigns. */
  readonly selected: readonly number[] | undefined;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** A table with more columns than this number scrolls horizontally. */
const MAX_FIXED_COLUMNS = 7;

export function tableData(source: TableSource): TableData {
  const { items, view, typed, sums, selected } = source;
  const isCustomerPage = typed.customer_id !== undefined;
  const columns = view.columns.filter((column) => !(column === 'customer' && isCustomerPage));
  const isWide = columns.length > MAX_FIXED_COLUMNS;
  return {
    isWide,
    isCompact: view.density === 'compact',
    isSelectable: selected !== undefined,
    columns: columns.map((column) => headingOf(column, isWide, source)),
    rows: items.map((item) => rowOf(item, columns, source)),
    totals: sums?.totals.map((total) => totalOf(total, columns, sums)) ?? [],
  };
}

function headingOf(column: ColumnId, isWide: boolean, source: TableSource): TableColumn {
  const { items, typed, sort, sums } = source;
  const { className, isNumber = false, isOwnLine = false, sort: key } = columnLayout(column);
  const direction = key !== undefined && sort?.key === key ? sort.direction : undefined;
  return {
    id: column,
    name: columnName(column),
    className,
    ...(isNumber && { isNumber }),
    ...(isOwnLine && { isOwnLine }),
    ...(!isWide && { width: columnWidth(column, items, sums?.totals ?? []) }),
    ...(key !== undefined &&
      sums !== undefined && {
        sort: {
          href: campaignsHref(typed, { sort: nextSort(key, sort), page: undefined }),
          direction,
          aria: ariaSort(direction),
        },
      }),
  };
}

function rowOf(item: ListedCampaign, columns: readonly ColumnId[], source: TableSource): TableRow {
  const { campaign, given, templateName, customer } = item;
  const { view, selected, dateSettings, now } = source;
  const newName = templateName && renamedTemplate(templateName);
  return {
    id: campaign.id,
    title: campaignTitle(campaign.id, campaignName(given, templateName)),
    shape: thumbnailShape(campaign.size, view.density === 'compact' ? 'small' : 'normal'),
    ...((campaign.thumbnails?.length ?? 0) > 0 && { hasThumbnail: true }),
    ...(customer && { customer: [customer.id, customerName(customer.id, customer.email)] as const }),
    ...(given?.title && templateName?.first && { template: templateName.first }),
    ...(newName !== undefined && { newName }),
    ...(selected?.includes(campaign.id) && { isSelected: true }),
    cells: columns.map((column) => cellOf(column, item, { dateSettings, now })),
  };
}

function totalOf(
  total: ListTotal,
  columns: readonly ColumnId[],
  { totals, isPartial }: NonNullable<TableSource['sums']>,
): TableTotal {
  return {
    label: describeTotal(total, totals.length > 1, isPartial),
    ...(total.unpriced > 0 && { note: `${formatCount(total.unpriced)} without a price` }),
    sums: columns.map((column) => totalText(column, total) ?? null),
    ...(sumLeftOfTotals([total]).isBeforeCredits && { leftNote: BEFORE_CREDITS }),
  };
}

function describeTotal({ campaigns, currency }: ListTotal, isMixed: boolean, isPartial: boolean): string {
  const count = formatPlural(campaigns, 'campaign');
  if (isPartial) return `At least ${count}${isMixed ? ` in ${currencyName(currency)}` : ''}`;
  if (isMixed) return `${count} in ${currencyName(currency)}`;
  return campaigns === 1 ? count : `All ${count}`;
}

const currencyName = (currency: string | null) => currency ?? 'no currency';
