import type { V1Status } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import { CampaignList, type CampaignListData } from './campaign-list.tsx';
import { CampaignFilters } from './campaign-filters.tsx';
import { StatusTabs } from './status-tabs.tsx';

export interface CampaignBrowserProps {
  readonly query: CampaignQuery;
  /** Undefined when the filters can't be asked as they are. */
  readonly list: Outcome<CampaignListData> | undefined;
  /** Missing when the service couldn't say. */
  readonly counts: Readonly<Partial<Record<V1Status | 'all', number>>>;
  /** To choose from; undefined on the page of one of them. */
  readonly customers?: ReadonlyMap<number, string>;
}

/** Campaigns by status, filtered, page by page. */
export function CampaignBrowser({ query, list, counts, customers }: CampaignBrowserProps) {
  return (
    <>
      <StatusTabs typed={query.typed} counts={counts} />
      <CampaignFilters query={query} customers={customers} />
      <CampaignList query={query} list={list} />
    </>
  );
}
