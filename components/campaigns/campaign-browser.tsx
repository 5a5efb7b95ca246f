import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { isIndexComplete } from '#lib/domain/campaign-list.ts';
import { exportHref } from '#lib/forms/campaign-fields.ts';
import { CampaignList } from './campaign-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FreshnessLine } from './freshness-line.tsx';
import { ListRefresher } from './list-refresher.tsx';
import { ListSearch } from './list-search.tsx';
import type { CampaignBrowserProps } from './list-state.ts';
import { StatusTabs } from './status-tabs.tsx';
import { ViewChanges } from './view-menu.tsx';

/** The campaign list with its search, status tabs, filters, totals, and pages. */
export function CampaignBrowser(props: CampaignBrowserProps) {
  const { query, counts, freshness, list } = props;
  // The live list has fewer filters. If the state is unknown, the form shows all filters.
  const isIndexed = freshness === undefined || isIndexComplete(freshness);
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <StatusTabs typed={query.typed} counts={counts} />
        {isIndexed && <ListSearch typed={query.typed} problem={query.errors.q} />}
      </div>
      <FilterBar {...props} isIndexed={isIndexed} />
      {props.saved && <ViewChanges {...props.saved} />}
      <CampaignList {...props} />
      {list.kind === 'listed' && list.sums !== undefined && <ListRefresher />}
    </>
  );
}

/** How current the list is, and the link to its export. Shown beside the page's title. */
export function ListActions({
  query,
  list,
  freshness,
  dateSettings,
}: Pick<CampaignBrowserProps, 'query' | 'list' | 'freshness' | 'dateSettings'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FreshnessLine freshness={freshness} dateSettings={dateSettings} />
      {list.kind === 'listed' && list.sums !== undefined && list.total > 0 && (
        <a href={exportHref(query.typed)} className={buttonClass('plain', 'px-3! py-1.5! text-sm')}>
          <ControlIcon name="download" className="size-4" />
          Export CSV
        </a>
      )}
      <PageLink href="/jobs" className={buttonClass('plain', 'px-3! py-1.5! text-sm')}>
        Jobs
      </PageLink>
    </div>
  );
}
