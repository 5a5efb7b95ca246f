import { ariaSort, SortLink } from '#components/lists/sort-link.tsx';
import { ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import {
  PageCheckbox,
  RowCheckbox,
  SelectableList,
  type SelectableListProps,
} from '#components/selection/selectable-list.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import type { IndexSort } from '#lib/domain/index-filter.ts';
import type { ColumnId, ListView } from '#lib/domain/list-view.ts';
import { selectionRow } from '#lib/domain/selection.ts';
import { renamedTemplate } from '#lib/domain/template-name.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { columnName } from '#lib/format/list-columns.ts';
import { campaignsHref, formQuery, type TypedQuery } from '#lib/forms/campaign-fields.ts';
import { listField } from '#lib/forms/job-selection.ts';
import { nextSort } from '#lib/forms/sort-param.ts';
import { CampaignThumbnail } from './campaign-thumbnail.tsx';
import { CustomerLink, cellContent, columnLayout, columnWidth } from './list-cells.tsx';
import type { ListSelection } from './list-state.ts';
import { ListTotals } from './list-totals.tsx';

interface CampaignTableProps {
  readonly items: readonly ListedCampaign[];
  readonly view: ListView;
  readonly typed: TypedQuery;
  readonly sort: IndexSort | undefined;
  /** Undefined if the list was read from the mail service, which has only one order. */
  readonly sums: Pick<Parameters<typeof ListTotals>[0], 'totals' | 'isPartial'> | undefined;
  /**
   * Undefined if members can't select campaigns. `total` is the number of campaigns in the list, or undefined if
   * they can't be selected together.
   */
  readonly selection:
    | (ListSelection & Pick<SelectableListProps, 'total' | 'page' | 'totalPages'>)
    | undefined;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** A table with more columns than this number scrolls horizontally. */
const MAX_FIXED_COLUMNS = 7;

const CELLS = {
  comfortable: '@list:px-3 @list:py-2.5',
  compact: '@list:px-2.5 @list:py-1 @list:text-sm',
} as const;

/** A selected row is tinted. On phones, the checkbox is to the left of the thumbnail. */
const SELECTABLE_CLASS =
  '@max-list:pl-11 @max-[20rem]:grid-cols-[0_minmax(0,1fr)_auto]! @max-[20rem]:gap-x-1.5! has-[[name=id]:checked]:bg-[color-mix(in_oklab,var(--color-blue)_9%,var(--color-card))]';

/** On phones, the checkbox leaves too little space for the date beside the status, so each has its own line. */
const OWN_LINE_CLASSES: Readonly<Record<string, string>> = {
  status: '@max-[25rem]:col-end-4',
  scheduled_at: '@max-[25rem]:row-start-4 @max-[25rem]:justify-self-start',
};

export function CampaignTable(props: CampaignTableProps) {
  const { items, view, typed, sums, selection } = props;
  const isCustomerPage = typed.customer_id !== undefined;
  const columns = view.columns.filter((column) => !(column === 'customer' && isCustomerPage));
  const isWide = columns.length > MAX_FIXED_COLUMNS;
  const cellClass = `${CELLS[view.density]} @list:border-b @list:border-line @list:align-middle`;
  const table = (
    <table
      className={`w-full border-spacing-0 [border-collapse:separate] @max-list:flex @max-list:flex-col ${isWide ? 'table-auto @list:whitespace-nowrap' : 'table-fixed'}`}
    >
      <caption className="sr-only">Campaigns</caption>
      <Headings {...props} columns={columns} isWide={isWide} />
      <tbody className="@max-list:block [&>tr:last-child>*]:border-b-0">
        {items.map((item) => (
          <CampaignRow
            key={item.campaign.id}
            {...props}
            item={item}
            columns={columns}
            cellClass={cellClass}
          />
        ))}
      </tbody>
      {sums !== undefined && sums.totals.length > 0 && (
        <ListTotals
          {...sums}
          columns={columns}
          cellClass={`${CELLS[view.density]} @list:border-t @list:border-line @list:align-middle`}
          fixedColumns={selection ? 3 : 2}
        />
      )}
    </table>
  );
  return (
    <div className="@container">
      {selection ? (
        <SelectableList
          {...selection}
          list={listField(typed)}
          href={campaignsHref(typed)}
          query={formQuery(typed)}
          rows={items.map((item) => selectionRow(item, { invoiced: selection.invoiced, now: props.now }))}
        >
          <div className="overflow-x-auto rounded-b-lg">{table}</div>
        </SelectableList>
      ) : (
        <div className="overflow-x-auto rounded-lg border border-line bg-card shadow-card">{table}</div>
      )}
    </div>
  );
}

interface HeadingsProps extends CampaignTableProps {
  readonly columns: readonly ColumnId[];
  readonly isWide: boolean;
}

function Headings({ items, columns, view, typed, sort, sums, selection, isWide }: HeadingsProps) {
  const isCompact = view.density === 'compact';
  const headClass = `border-b border-line bg-paper/60 text-left text-[0.78125rem] font-[550] leading-none text-muted ${isCompact ? 'px-2.5 py-0.5' : 'px-3 py-1.5'}`;
  return (
    <thead className="@max-list:hidden">
      <tr>
        {selection && (
          <td className={`${headClass} relative w-11`}>
            <PageCheckbox />
          </td>
        )}
        <th scope="col" className={`${headClass} ${isCompact ? 'w-[56px]' : 'w-[96px]'}`}>
          <span className="sr-only">Thumbnail</span>
        </th>
        <th scope="col" className={`${headClass} ${isWide ? 'min-w-[240px]' : ''}`}>
          Campaign
        </th>
        {columns.map((column) => {
          const { isNumber, sort: key, hidden = '' } = columnLayout(column);
          const width = columnWidth(column, items, sums?.totals ?? []);
          const direction = key !== undefined && sort?.key === key ? sort.direction : undefined;
          return (
            <th
              key={column}
              scope="col"
              aria-sort={ariaSort(direction)}
              className={`${headClass} ${isNumber ? 'text-right!' : ''} ${isWide ? '' : width} ${hidden}`}
            >
              {key === undefined || sums === undefined ? (
                <bdi className="block truncate leading-6">{columnName(column)}</bdi>
              ) : (
                <SortLink
                  href={campaignsHref(typed, { sort: nextSort(key, sort), page: undefined })}
                  name={columnName(column)}
                  direction={direction}
                  isNumber={isNumber === true}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface CampaignRowProps extends CampaignTableProps {
  readonly item: ListedCampaign;
  readonly columns: readonly ColumnId[];
  readonly cellClass: string;
}

function CampaignRow({ item, columns, cellClass, view, selection, dateSettings, now }: CampaignRowProps) {
  const { campaign, given, templateName, customer } = item;
  const newName = templateName && renamedTemplate(templateName);
  const isCompact = view.density === 'compact';
  const context = { dateSettings, now, density: view.density };
  const title = campaignTitle(campaign.id, campaignName(given, templateName));
  return (
    <tr
      className={`${ROW_CLASS} @max-list:grid @max-list:grid-cols-[72px_minmax(0,1fr)_auto] @max-list:gap-x-3 @max-list:gap-y-0.5 @max-list:p-3 ${selection ? SELECTABLE_CLASS : ''}`}
    >
      {selection && (
        <td
          className={`${cellClass} relative @max-list:absolute @max-list:inset-y-0 @max-list:left-0 @max-list:w-11`}
        >
          <RowCheckbox
            id={campaign.id}
            name={`${title} #${campaign.id}`}
            isSelected={selection.selected.includes(campaign.id)}
          />
        </td>
      )}
      <td className={`${cellClass} @max-list:row-span-3 ${selection ? '@max-[20rem]:hidden' : ''}`}>
        <CampaignThumbnail campaign={campaign} size={isCompact ? 'small' : 'normal'} />
      </td>
      <th
        scope="row"
        className={`${cellClass} text-left font-normal @max-list:col-start-2 @max-list:row-start-1`}
      >
        <PageLink
          href={`/campaigns/${campaign.id}`}
          className={`${isCompact ? '' : 'line-clamp-2'} ${ROW_LINK_CLASS}`}
        >
          <bdi>{title}</bdi>
        </PageLink>
        <span className={`text-sm text-muted ${isCompact ? '@list:ml-1.5' : 'line-clamp-3'}`}>
          {columns.includes('customer') && customer !== undefined && (
            <span className="@max-list:hidden @columns:hidden">
              <CustomerLink customer={customer} />
              {' · '}
            </span>
          )}
          #{campaign.id}
          {given?.title && templateName?.first && (
            <>
              {' · '}
              <bdi>{templateName.first}</bdi>
            </>
          )}
        </span>
        {newName !== undefined && (
          <span className="line-clamp-2 text-sm text-muted">
            Template renamed to “<bdi>{newName}</bdi>”
          </span>
        )}
      </th>
      {columns.map((column) => {
        const { isNumber, card, hidden = '' } = columnLayout(column);
        return (
          <td
            key={column}
            className={`${cellClass} ${isNumber ? 'tabular-nums @list:text-right' : ''} ${hidden} ${(selection && OWN_LINE_CLASSES[column]) ?? ''} ${card ?? '@max-list:col-start-2 @max-list:col-span-2 @max-list:text-sm'}`}
          >
            {card === undefined && (
              <span className="text-muted @list:hidden">
                <bdi>{columnName(column)}</bdi>{' '}
              </span>
            )}
            {cellContent(column, item, context)}
          </td>
        );
      })}
    </tr>
  );
}
