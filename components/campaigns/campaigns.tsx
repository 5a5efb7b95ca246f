import type { V1Status } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import { CampaignList, type ListView } from './campaign-list.tsx';
import { Filters } from './filters.tsx';
import { StatusTabs } from './status-tabs.tsx';

export interface CampaignsProps {
  readonly query: CampaignQuery;
  /** Undefined when the filters can't be asked as they are. */
  readonly list: Outcome<ListView> | undefined;
  /** Missing when the service couldn't say. */
  readonly counts: Readonly<Partial<Record<V1Status | 'all', number>>>;
  /** To choose from; undefined on the page of one of them. */
  readonly customers?: ReadonlyMap<number, string>;
}

/** Campaigns by status, filtered, page by page. */
export function Campaigns({ query, list, counts, customers }: CampaignsProps) {
  return (
    <>
      <StatusTabs typed={query.typed} counts={counts} />
      <Filters query={query} customers={customers} />
      <CampaignList query={query} list={list} />
    </>
  );
}
