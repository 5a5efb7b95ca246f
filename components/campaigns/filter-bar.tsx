import { FilterChip } from '#components/lists/filter-chip.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { formatGivenDay } from '#lib/format/dates.ts';
import { campaignsHref, type TypedQuery } from '#lib/forms/campaign-fields.ts';
import { CampaignFilterForm } from './campaign-filters.tsx';
import { DisplayMenu } from './display-menu.tsx';
import { filterChips } from './filter-chips.ts';
import type { CampaignBrowserProps } from './list-state.ts';
import { ViewMenu } from './view-menu.tsx';

interface FilterBarProps
  extends Pick<
    CampaignBrowserProps,
    'query' | 'view' | 'list' | 'saved' | 'displayAction' | 'dateSettings' | 'now'
  > {
  /** Whether the list comes from the campaign index, which has more filters than the mail service. */
  readonly isIndexed: boolean;
}

/** A link to remove each active filter, the form that adds filters, and the Display menu. */
export function FilterBar({
  query,
  view,
  list,
  saved,
  displayAction,
  dateSettings,
  now,
  isIndexed,
}: FilterBarProps) {
  const { typed, errors } = query;
  const chips = filterChips(typed, (day) => formatGivenDay(day, dateSettings, now));
  const unfiltered: TypedQuery = {
    pairs: [],
    ...(typed.customer_id !== undefined && { customer_id: typed.customer_id }),
    ...(typed.sort !== undefined && !errors.sort && { sort: typed.sort }),
  };
  const clearHref = campaignsHref(unfiltered, { status: errors.status ? undefined : typed.status });
  return (
    <div className="relative mb-3 flex flex-wrap items-center gap-1.5 print:hidden">
      {chips.map(({ label, value, removal }) => (
        <FilterChip
          key={`${label} ${value}`}
          label={label}
          value={value}
          href={campaignsHref(typed, { ...removal, page: undefined })}
        />
      ))}
      <CampaignFilterForm query={query} isIndexed={isIndexed} />
      {chips.length > 0 && (
        <PageLink href={clearHref} className="rounded-md px-2 py-1 text-sm text-muted hover:text-ink">
          Clear
        </PageLink>
      )}
      <span className="grow" />
      {saved && <ViewMenu {...saved} />}
      <DisplayMenu
        view={view}
        items={list.kind === 'listed' ? list.items : []}
        listHref={campaignsHref(typed)}
        action={displayAction}
      />
    </div>
  );
}
