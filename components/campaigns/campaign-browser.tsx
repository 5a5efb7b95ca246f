import type { V1Status } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import { CampaignFilterForm } from './campaign-filters.tsx';
import { CampaignList, type CampaignListData } from './campaign-list.tsx';
import { StatusTabs } from './status-tabs.tsx';

export interface CampaignBrowserProps {
  readonly query: CampaignQuery;
  /** The campaigns, or undefined if a filter is invalid. */
  readonly list: Outcome<CampaignListData> | undefined;
  /** Campaign counts by status. A count is missing if the service didn't return it. */
  readonly counts: Readonly<Partial<Record<V1Status | 'all', number>>>;
  /** Email addresses to filter by, or undefined on a customer's page. */
  readonly customers?: ReadonlyMap<number, string>;
}

/** The campaign list with status tabs, filters, and pagination. */
export function CampaignBrowser({ query, list, counts, customers }: CampaignBrowserProps) {
  return (
    <>
      <StatusTabs typed={query.typed} counts={counts} />
      <CampaignFilterForm query={query} customers={customers} />
      <CampaignList query={query} list={list} />
    </>
  );
}
