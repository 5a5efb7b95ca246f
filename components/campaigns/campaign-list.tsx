import { BeyondLastPage, EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { Pagination } from '#components/lists/pagination.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import type { CampaignPage } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { type DateSettings, zoneLabel } from '#lib/format/dates.ts';
import { type CampaignQuery, campaignsHref } from '#lib/forms/campaign-query.ts';
import { type CampaignNames, CampaignTable } from './campaign-table.tsx';

export interface CampaignListData extends CampaignNames {
  readonly page: CampaignPage;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

interface CampaignListProps {
  readonly query: CampaignQuery;
  /** The campaigns, or undefined if a filter is invalid. */
  readonly list: Outcome<CampaignListData> | undefined;
}

export function CampaignList({ query, list }: CampaignListProps) {
  const { typed, errors } = query;
  if (list === undefined) {
    return (
      <EmptyState icon="filter" title="Some filters aren’t valid">
        <p>{errors.page ?? 'Fix the highlighted fields, then apply again.'}</p>
        {errors.page !== undefined && (
          <EmptyStateLink href={campaignsHref(typed, { page: undefined })}>Go to first page</EmptyStateLink>
        )}
      </EmptyState>
    );
  }
  if (!list.ok)
    return <ServiceUnavailable failure={list.failure} retryHref={campaignsHref(typed)} headingLevel={2} />;
  const { page, dateSettings, now, templateNames, customers } = list.value;
  if (page.items.length === 0) return <EmptyCampaignList query={query} page={page} />;
  return (
    <>
      <CampaignTable
        campaigns={page.items}
        dateSettings={dateSettings}
        now={now}
        templateNames={templateNames}
        customers={customers}
      />
      <Pagination
        page={page.current_page}
        perPage={query.filters.per_page}
        shown={page.items.length}
        total={page.total_count}
        totalPages={page.total_pages}
        zoneLabel={zoneLabel(dateSettings.zone)}
        hrefOf={(number) => campaignsHref(typed, { page: String(number) })}
      />
    </>
  );
}

function EmptyCampaignList({
  query: { typed, filters },
  page,
}: {
  query: CampaignQuery;
  page: CampaignPage;
}) {
  if (page.total_count > 0) {
    const lastHref = campaignsHref(typed, { page: String(page.total_pages) });
    return <BeyondLastPage page={typed.page} totalPages={page.total_pages} lastHref={lastHref} />;
  }
  const { page: _page, per_page: _perPage, customer_id, ...narrowingFilters } = filters;
  if (Object.keys(narrowingFilters).length > 0) {
    return (
      <EmptyState icon="campaigns" title="No matching campaigns">
        <EmptyStateLink href={campaignsHref({ pairs: [] }, { customer_id: typed.customer_id })}>
          Show all campaigns
        </EmptyStateLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="campaigns" title="No campaigns yet">
      <p>
        {customer_id === undefined ? 'Campaigns' : 'This customer’s campaigns'} are created in the mail
        service and appear here automatically.
      </p>
    </EmptyState>
  );
}
