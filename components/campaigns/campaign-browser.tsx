import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { isIndexComplete } from '#lib/domain/campaign-list.ts';
import { MAX_RUN_CAMPAIGNS } from '#lib/domain/payment-run.ts';
import { formatPlural } from '#lib/format/text.ts';
import { exportHref, newRunHref } from '#lib/forms/campaign-fields.ts';
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

interface ListActionsProps
  extends Pick<CampaignBrowserProps, 'query' | 'list' | 'freshness' | 'dateSettings'> {
  /** Whether the member can pay for campaigns by link. */
  readonly canPay: boolean;
}

/**
 * Says how current the list is, and links to the export, a payment run, and the jobs. Shown beside the page's
 * title.
 */
export function ListActions({ query, list, freshness, dateSettings, canPay }: ListActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FreshnessLine freshness={freshness} dateSettings={dateSettings} />
      {canPay &&
        list.kind === 'listed' &&
        list.sums !== undefined &&
        list.total > 0 &&
        showsUnpaid(query) && (
          <PageLink href={newRunHref(query.typed)} className={buttonClass('plain', 'button-small')}>
            {list.total > MAX_RUN_CAMPAIGNS || list.sums.isPartial
              ? `Pay the first ${MAX_RUN_CAMPAIGNS}`
              : `Pay ${formatPlural(list.total, 'campaign')}`}
          </PageLink>
        )}
      {list.kind === 'listed' && list.sums !== undefined && list.total > 0 && (
        <a href={exportHref(query.typed)} className={buttonClass('plain', 'button-small')}>
          <ControlIcon name="download" className="size-4" />
          Export CSV
        </a>
      )}
      <PageLink href="/jobs" className={buttonClass('plain', 'button-small')}>
        Jobs
      </PageLink>
    </div>
  );
}

/** Whether the list is filtered to campaigns that can be paid for by link. */
const showsUnpaid = ({ typed: { payment = [], status } }: CampaignBrowserProps['query']): boolean =>
  payment.length > 0 &&
  payment.every((state) => state === 'unpaid' || state === 'part_paid') &&
  (status === undefined || status === 'draft');
