/** The state of a campaign list. */
import type { FormAction } from '#components/forms/action-form.tsx';
import type { SelectionActions } from '#components/selection/selection-bar.tsx';
import type { Freshness, ListedCampaign, ListTotal } from '#lib/domain/campaign-list.ts';
import type { ListView } from '#lib/domain/list-view.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import type { ListMenu } from '#lib/forms/list-menu.ts';
import type { ListViews } from './view-menu.tsx';

export type ListState =
  | {
      readonly kind: 'listed';
      readonly items: readonly ListedCampaign[];
      readonly page: number;
      readonly total: number;
      readonly totalPages: number;
      /** Whether more campaigns match than the pages can show. */
      readonly isCutOff: boolean;
      /** The totals of all matching campaigns. Undefined if the list was read from the mail service. */
      readonly sums: { readonly totals: readonly ListTotal[]; readonly isPartial: boolean } | undefined;
    }
  /** A filter is invalid. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /**
   * Only the campaign index could answer the query. `isComplete` is true if the index is complete but can't
   * combine the query's filters.
   */
  | { readonly kind: 'needs_index'; readonly isComplete: boolean };

export interface ListSelection extends SelectionActions {
  /** Whether drafts are billed on the monthly invoice. */
  readonly invoiced: boolean;
  readonly canPay: boolean;
  /** The campaigns that are selected when the page opens. They might be on other pages of the list. */
  readonly selected: readonly number[];
}

export interface CampaignBrowserProps {
  readonly query: CampaignQuery;
  readonly view: ListView;
  readonly list: ListState;
  /** Campaign counts by status, and in total. A count is missing if it isn't known. */
  readonly counts: Readonly<Record<string, number | undefined>>;
  /** Undefined if a filter is invalid. */
  readonly freshness: Freshness | undefined;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly displayAction: FormAction;
  /** The actions for the campaigns that members select. Undefined if the member's role allows none of these actions. */
  readonly selection: ListSelection | undefined;
  /** The menu that is open when the page opens. */
  readonly openMenu?: ListMenu | undefined;
  /** Undefined on customers' pages, which have no saved views. */
  readonly saved?: ListViews | undefined;
}
