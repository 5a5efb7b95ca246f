import type { V1Status } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import { CampaignFilterForm } from './campaign-filters.tsx';
import { CampaignList, type CampaignListData } from './campaign-list.tsx';
import { StatusTabs } from './status-tabs.tsx';

export interface CampaignBrowserProps {
  readonly query: CampaignQuery;
  /** Undefined if the filters aren't valid. */
  readonly list: Outcome<CampaignListData> | undefined;
  /** Campaign counts by status. Counts that the service didn't return are left out. */
  readonly counts: Readonly<Partial<Record<V1Status | 'all', number>>>;
  /** Email addresses to filter by. Undefined on a customer's own page. */
  readonly customers?: ReadonlyMap<number, string>;
}

/** The campaign list with its status tabs, filters, and pages. */
export function CampaignBrowser({ query, list, counts, customers }: CampaignBrowserProps) {
  return (
    <>
      <StatusTabs typed={query.typed} counts={counts} />
      <CampaignFilterForm query={query} customers={customers} />
      <CampaignList query={query} list={list} />
    </>
  );
}
