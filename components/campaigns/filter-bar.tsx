import type { ComponentProps } from 'react';
import { FilterChip } from '#components/lists/filter-chip.tsx';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { formatGivenDay } from '#lib/format/dates.ts';
import { campaignsHref, type TypedQuery } from '#lib/forms/campaign-fields.ts';
import { MAX_METADATA_COLUMNS } from '#lib/forms/display-fields.ts';
import { openMenuHref } from '#lib/forms/list-menu.ts';
import { DisplayMenu } from './display-menu.tsx';
import { filterChips } from './filter-chips.ts';
import { FilterMenu } from './filter-menu.tsx';
import type { CampaignBrowserProps } from './list-state.ts';
import { ViewMenu } from './view-menu.tsx';

interface FilterBarProps
  extends Pick<
    CampaignBrowserProps,
    'query' | 'view' | 'list' | 'saved' | 'displayAction' | 'dateSettings' | 'now' | 'openMenu'
  > {
  /** Whether the list comes from the campaign index, which has more filters than the mail service. */
  readonly isIndexed: boolean;
}

/** A link to remove each active filter, the menu that adds filters, and the Display menu. */
export function FilterBar({
  query,
  view,
  list,
  saved,
  displayAction,
  dateSettings,
  now,
  openMenu,
  isIndexed,
}: FilterBarProps) {
  const { typed, errors } = query;
  const chips = filterChips(typed, (day) => formatGivenDay(day, dateSettings, now));
  const unfiltered: TypedQuery = {
    pairs: [],
    ...(typed.customer_id !== undefined && { customer_id: typed.customer_id }),
    ...(typed.sort !== undefined && !errors.sort && { sort: typed.sort }),
  };
  // The search field and the list show these parameters' errors.
  const hasFormError = Object.keys(errors).some((name) => name !== 'page' && name !== 'q');
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
      <FilterMenu
        button={<MenuName icon="plus">Filter</MenuName>}
        isOpen={openMenu === 'filter' || hasFormError}
        openHref={openMenuHref(typed, 'filter')}
        query={{ typed, errors }}
        isIndexed={isIndexed}
      />
      {chips.length > 0 && (
        <PageLink href={clearHref} className="rounded-md px-2 py-1 text-sm text-muted hover:text-ink">
          Clear
        </PageLink>
      )}
      <span className="grow" />
      {saved && <ViewMenu {...saved} />}
      <DisplayMenu
        button={<MenuName icon="sliders">Display</MenuName>}
        isOpen={openMenu === 'display'}
        openHref={openMenuHref(typed, 'display')}
        view={view}
        listedKeys={list.kind === 'listed' ? metadataKeys(list.items) : []}
        listHref={campaignsHref(typed)}
        action={displayAction}
      />
    </div>
  );
}

function MenuName({
  icon,
  children,
}: {
  icon: ComponentProps<typeof ControlIcon>['name'];
  children: string;
}) {
  return (
    <>
      <ControlIcon name={icon} className="size-4" />
      {children}
    </>
  );
}

/** The campaigns' metadata keys, up to the number that the Display menu offers as columns. */
function metadataKeys(items: readonly ListedCampaign[]): readonly string[] {
  const keys = items.flatMap(({ campaign }) => Object.keys(campaign.meta_data ?? {}));
  return [...new Set(keys)].filter((key) => key !== '').slice(0, MAX_METADATA_COLUMNS);
}
