import { BeyondLastPage, EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { Pagination } from '#components/lists/pagination.tsx';
import { SortArrow } from '#components/lists/sort-arrow.tsx';
import { SelectionForm } from '#components/selection/selection-form.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { MAX_INDEXED_VALUE } from '#lib/domain/campaign-list.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { MAX_JOB_ITEMS } from '#lib/domain/job.ts';
import { selectionRow } from '#lib/domain/selection.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { describeSelected } from '#lib/format/selection.ts';
import { formatCount } from '#lib/format/text.ts';
import { campaignsHref, formQuery, queryEntries, type TypedQuery } from '#lib/forms/campaign-fields.ts';
import { listField } from '#lib/forms/job-selection.ts';
import { CampaignTable } from './campaign-table.tsx';
import { ThumbnailPlaceholder } from './campaign-thumbnail.tsx';
import type { CampaignBrowserProps, ListState } from './list-state.ts';
import { tableData } from './table-data.ts';

type CampaignListProps = Pick<
  CampaignBrowserProps,
  'query' | 'view' | 'list' | 'dateSettings' | 'now' | 'selection'
>;

export function CampaignList(props: CampaignListProps) {
  const { query, view, list, dateSettings } = props;
  const { typed, errors } = query;
  switch (list.kind) {
    case 'invalid':
      return <InvalidFilters typed={typed} errors={errors} />;
    case 'needs_index':
      return <NeedsIndex typed={typed} isComplete={list.isComplete} />;
    case 'failed':
      return <ServiceUnavailable failure={list.failure} retryHref={campaignsHref(typed)} headingLevel={2} />;
    case 'listed':
      if (list.items.length === 0) return <EmptyCampaignList typed={typed} list={list} />;
      return (
        <>
          <ListedTable {...props} list={list} />
          <Pagination
            page={list.page}
            perPage={view.perPage}
            shown={list.items.length}
            total={list.total}
            isAtLeast={list.sums?.isPartial}
            totalPages={list.totalPages}
            zoneLabel={zoneLabel(dateSettings.zone)}
            hrefOf={(number) => campaignsHref(typed, { page: String(number) })}
            perPageHrefOf={(size) => campaignsHref(typed, { per_page: String(size), page: undefined })}
          />
          {list.isCutOff && list.page === list.totalPages && (
            <p className="mt-2 text-sm text-muted">
              The list ends here. Add filters or change the order to see other campaigns, or export all of
              them as CSV.
            </p>
          )}
        </>
      );
  }
}

type ListedState = Extract<ListState, { kind: 'listed' }>;

/** The table. Members whose role allows bulk actions can select its campaigns. */
function ListedTable({
  query: { typed, sort },
  view,
  list,
  dateSettings,
  now,
  selection,
}: CampaignListProps & { readonly list: ListedState }) {
  const { items, sums } = list;
  const data = tableData({
    items,
    view,
    typed,
    sort,
    sums,
    selected: selection?.selected,
    dateSettings,
    now,
  });
  const { selected = [] } = selection ?? {};
  const onPage = items.filter(({ campaign }) => selected.includes(campaign.id)).length;
  const total = selectableTotal(list);
  const table = <CampaignTable {...data} placeholder={<ThumbnailPlaceholder />} arrows={ARROWS} />;
  return (
    <div className="@container">
      {selection ? (
        <SelectionForm
          key={listField(typed)}
          actions={selection.actions}
          reasons={selection.reasons}
          canPay={selection.canPay}
          selected={selection.selected}
          selectedText={selected.length === 0 ? undefined : describeSelected(selected.length, onPage)}
          total={total}
          allText={total === undefined ? undefined : `All ${formatCount(total)} in this list`}
          page={list.page}
          totalPages={list.totalPages}
          list={listField(typed)}
          href={campaignsHref(typed)}
          query={formQuery(typed)}
          rows={items.map((item) => selectionRow(item, { invoiced: selection.invoiced, now }))}
        >
          <div className="overflow-x-auto rounded-b-lg">{table}</div>
        </SelectionForm>
      ) : (
        <div className="overflow-x-auto rounded-lg border border-line bg-card shadow-card">{table}</div>
      )}
    </div>
  );
}

const ARROWS = { asc: <SortArrow direction="asc" />, desc: <SortArrow /> };

/** Returns the number of campaigns that can be selected together. Undefined if there are too many for one job. */
const selectableTotal = ({ sums, total }: ListedState): number | undefined =>
  sums === undefined || sums.isPartial || total > MAX_JOB_ITEMS ? undefined : total;

/** The page and job parameters have no form fields, so their errors are shown here. */
function InvalidFilters({ typed, errors }: Pick<CampaignBrowserProps['query'], 'typed' | 'errors'>) {
  return (
    <EmptyState icon="filter" title="Some filters aren’t valid">
      <p>{errors.page ?? errors.job ?? 'Fix the highlighted fields, then apply again.'}</p>
      {errors.page !== undefined && (
        <EmptyStateLink href={campaignsHref(typed, { page: undefined })}>Go to first page</EmptyStateLink>
      )}
      {errors.page === undefined && errors.job !== undefined && (
        <EmptyStateLink href={campaignsHref(typed, { job: undefined })}>Remove this filter</EmptyStateLink>
      )}
    </EmptyState>
  );
}

/** The parameters that every list supports, even while campaigns are being indexed. */
const SERVICE_FIELDS: ReadonlySet<string> = new Set([
  'status',
  'targeting_method',
  'customer_id',
  'sent_at[from]',
  'sent_at[to]',
  'per_page',
  'view',
]);

/**
 * Names the filter that only the mail service supports, and that therefore can't be combined with the index's
 * filters.
 */
function describeConflict({ targeting_method, pairs }: TypedQuery): string {
  if (targeting_method !== undefined)
    return 'Search, sorting, and payment filters can’t be combined with targeting.';
  return pairs.length > INDEX_LIMITS.metadataPairs
    ? `More than ${INDEX_LIMITS.metadataPairs} metadata filters can’t be combined with search or sorting.`
    : `Metadata values over ${MAX_INDEXED_VALUE} characters can’t be combined with search or sorting.`;
}

function NeedsIndex({ typed, isComplete }: { typed: TypedQuery; isComplete: boolean }) {
  const kept = Object.fromEntries(queryEntries(typed).filter(([name]) => SERVICE_FIELDS.has(name)));
  return (
    <EmptyState
      icon="clock"
      title={isComplete ? 'These filters can’t be combined' : 'Mailroom is still indexing campaigns'}
    >
      <p>
        {isComplete
          ? describeConflict(typed)
          : 'Search, sorting, and payment filters become available when every campaign is indexed.'}
      </p>
      <EmptyStateLink href={campaignsHref({ ...kept, pairs: typed.pairs })}>
        Remove these filters
      </EmptyStateLink>
    </EmptyState>
  );
}

/** The parameters that don't narrow a list. */
const NOT_NARROWING: ReadonlySet<string> = new Set([
  ...['customer_id', 'sort', 'columns', 'density', 'per_page', 'page', 'view'],
]);

function EmptyCampaignList({ typed, list }: { typed: TypedQuery; list: ListedState }) {
  if (list.total > 0) {
    const lastHref = campaignsHref(typed, { page: String(list.totalPages) });
    return <BeyondLastPage page={typed.page} totalPages={list.totalPages} lastHref={lastHref} />;
  }
  const customer = typed.customer_id !== undefined ? { customer_id: typed.customer_id } : {};
  if (queryEntries(typed).some(([name]) => !NOT_NARROWING.has(name))) {
    return (
      <EmptyState icon="campaigns" title="No matching campaigns">
        <EmptyStateLink href={campaignsHref({ pairs: [], ...customer })}>Show all campaigns</EmptyStateLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="campaigns" title="No campaigns yet">
      <p>
        {typed.customer_id === undefined ? 'Campaigns' : 'This customer’s campaigns'} are created in the mail
        service and appear here automatically.
      </p>
    </EmptyState>
  );
}
