/** The contents of a campaign list, whether it was read from the mail service or from the campaign index. */
import type { CampaignFilters } from '#lib/contract/operations.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { INDEX_LIMITS, type IndexFilter, type IndexSort, type PaymentState } from './index-filter.ts';
import type { TemplateName } from './template-name.ts';
import type { TitleAndNote } from './title-and-note.ts';

/** The filters of the mail service's own lists (4.5), and the customer whose list is read (4.3). */
export type ServiceFilters = CampaignFilters & { readonly page?: number; readonly customer_id?: number };

/** The campaigns that a list, its totals, or its export contains. */
export interface ListRequest {
  readonly filters: ServiceFilters;
  /** The filters of the campaign index, except for customers and templates. */
  readonly indexFilter: IndexFilter;
  /** The customers to filter by, as email addresses or numbers. */
  readonly customers: readonly string[];
  /** The templates to filter by, as names or numbers. */
  readonly templates: readonly string[];
  readonly sort: IndexSort | undefined;
}

/** The amounts in checkout when it was last read, in minor units such as cents. */
interface ListedAmounts {
  readonly payment: PaymentState | null;
  readonly leftToPay: number | null;
  readonly alreadyPaid: number | null;
  /** The credit that `leftToPay` uses. Other campaigns can show the same credit. */
  readonly credit: number | null;
  /** The currency sign or code in the campaign's price. */
  readonly currency: string | null;
}

export interface ListedCampaign {
  readonly campaign: Campaign;
  /** The title and the note that members gave the campaign. */
  readonly given: TitleAndNote | undefined;
  /** Undefined if neither the first nor the current name of the template is known. */
  readonly templateName: TemplateName | undefined;
  /** Undefined if the customer is unknown, or if the list contains only one customer's campaigns. */
  readonly customer: { readonly id: number; readonly email: string | undefined } | undefined;
  /** Undefined if the list was read from the mail service. */
  readonly amounts: ListedAmounts | undefined;
}

/** Sums of the campaigns whose prices have the same currency. Amounts are in minor units. */
export interface ListTotal {
  readonly currency: string | null;
  readonly campaigns: number;
  readonly recipients: number;
  readonly price: number;
  /** The number of campaigns that the sum omits, because their price isn't clearly an amount. */
  readonly unpriced: number;
  /** Counts only drafts. Several drafts can show the same credit, so see `sumLeftOfTotals`. */
  readonly leftToPay: number;
  /** Counts only drafts. */
  readonly credit: number;
  readonly alreadyPaid: number;
}

/** Why the index isn't kept current. */
export type SyncProblem =
  /** The mail service rejected the API key. */
  | 'key_rejected'
  /** The mail service doesn't answer, or it fails. */
  | 'unanswered'
  /** The mail service refuses a request, or its response isn't in the documented format. */
  | 'unexpected'
  /** Nothing has been read for a while, but no call has failed. */
  | 'stopped';

export type Freshness =
  /** The settings turn the index off, so lists are read from the mail service. */
  | { readonly state: 'off' }
  /** The index isn't filled, so lists are read from the mail service. */
  | { readonly state: 'live' }
  /** The first reading of all campaigns is under way. */
  | {
      readonly state: 'indexing';
      readonly done: number;
      readonly total: number | null;
      readonly secondsLeft: number | null;
      readonly problem: SyncProblem | null;
    }
  | {
      readonly state: 'current';
      readonly updatedAt: number;
      /** Whether the checkouts of some drafts have to be read again, because the amounts in them have changed. */
      readonly areAmountsDue?: true;
    }
  | { readonly state: 'behind'; readonly updatedAt: number; readonly problem: SyncProblem };

/** Returns whether every campaign has been read, so that lists can come from the index. */
export const isIndexComplete = ({ state }: Freshness): boolean => state === 'current' || state === 'behind';

/** The longest metadata value that the index stores completely. */
export const MAX_INDEXED_VALUE = 500;

/**
 * Returns whether only the mail service can answer the request: the index doesn't contain targeting methods or very
 * long metadata values, and can compare only a few metadata pairs.
 */
export const needsService = ({ filters }: ListRequest, maxPairs: number): boolean =>
  filters.targeting_method !== undefined ||
  (filters.meta_data?.length ?? 0) > maxPairs ||
  (filters.meta_data ?? []).some(({ value }) => value.length > MAX_INDEXED_VALUE);

/** The index filter fields that the mail service's lists also support. */
const SHARED_FIELDS: ReadonlySet<keyof IndexFilter> = new Set(['statuses', 'sent', 'metadata']);

/** Returns whether the request has an order or a filter that the mail service doesn't offer. */
export const needsIndex = ({ indexFilter, customers, templates, sort }: ListRequest): boolean =>
  sort !== undefined ||
  customers.length > 0 ||
  templates.length > 0 ||
  (Object.keys(indexFilter) as (keyof IndexFilter)[]).some((field) => !SHARED_FIELDS.has(field));

/** A page of a list, and how many matching campaigns were counted. */
interface CountedPage {
  readonly page: number;
  readonly perPage: number;
  /** The number of campaigns on the page. */
  readonly shown: number;
  readonly total: number;
  /** Whether more campaigns match than were counted. */
  readonly isPartial: boolean;
}

/**
 * Returns how many pages members can open. If not all campaigns were counted, a full page is followed by another one,
 * so that every page up to the last one can be reached.
 */
export function countPages({ page, perPage, shown, total, isPartial }: CountedPage) {
  const reachable = Math.floor(INDEX_LIMITS.offset / perPage) + 1;
  const isFull = shown === perPage;
  const known = isPartial && shown > 0 ? Math.max(total, (page - 1) * perPage + shown) : total;
  const counted = Math.max(1, Math.ceil(known / perPage));
  const pages = isPartial && isFull ? Math.max(counted, page + 1) : counted;
  return {
    /** Never less than the position of the page's last campaign in the list. */
    total: known,
    totalPages: Math.min(pages, reachable),
    /** Whether more campaigns match than the pages can show. */
    isCutOff: pages > reachable,
  };
}

/** Names in a filter that match no customer or template, or too many. */
export interface UnknownNames {
  readonly customer: readonly string[];
  readonly template: readonly string[];
  /** A name shared by more customers or templates than a filter can contain. */
  readonly ambiguousCustomer?: string | undefined;
  readonly ambiguousTemplate?: string | undefined;
}
