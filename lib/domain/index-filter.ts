/** The filters and sort order for lists, counts, and totals of the campaign index. */

/** Only drafts have a payment state. */
export type PaymentState = 'unpaid' | 'part_paid' | 'paid_not_sent' | 'covered_by_credits';

/** Whether a campaign has an unfinished attempt to pay for, send, cancel, delete, or copy it. */
export const ATTEMPT_FILTERS = ['unfinished', 'none'] as const;

/** Whether a draft still needs an approval before anyone can pay for it and send it. */
export const APPROVAL_FILTERS = ['missing', 'given'] as const;

/**
 * The guests' decision about a draft, or about a queued campaign that they want changed.
 * - unverified: no guest who decided has proved ownership of an email address.
 * - void: the content has changed since the latest decision.
 */
export const GUEST_APPROVALS = ['changes', 'void', 'unverified', 'approved'] as const;
export type GuestApproval = (typeof GUEST_APPROVALS)[number];

/** Bulk job results by which a list can be filtered. */
export const JOB_RESULT_FILTERS = ['left_out', 'refused', 'unknown', 'copies'] as const;

/**
 * The campaigns that a bulk job left out, those that were refused, those whose outcome is unknown, or the
 * copies that the job made.
 */
export interface JobFilter {
  readonly id: number;
  readonly result: (typeof JOB_RESULT_FILTERS)[number];
}

/** Includes `from` and excludes `to`. In milliseconds. */
export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Both ends are included. */
export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * A campaign must match every field that is set, and at least one value of each list. Empty lists and blank
 * words count as not set.
 */
export interface IndexFilter {
  /** The member's search terms. Each term must be the start of a word in the campaign. */
  readonly words?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly payment?: readonly PaymentState[] | undefined;
  readonly customerIds?: readonly number[] | undefined;
  readonly templateIds?: readonly number[] | undefined;
  readonly sizes?: readonly string[] | undefined;
  readonly postages?: readonly string[] | undefined;
  readonly scheduled?: TimeRange | undefined;
  readonly created?: TimeRange | undefined;
  readonly sent?: TimeRange | undefined;
  /** In minor units, such as cents, of any currency. */
  readonly priceMinor?: NumberRange | undefined;
  readonly recipients?: NumberRange | undefined;
  /** Unlike with the other filters that take several values, every pair must match. */
  readonly metadata?: readonly { readonly key: string; readonly value: string }[] | undefined;
  /** `none` selects the campaigns without an unfinished attempt that blocks paying or sending. */
  readonly attempts?: (typeof ATTEMPT_FILTERS)[number] | undefined;
  /** Selects only drafts. `given` also selects the drafts that need no approval. */
  readonly approval?: (typeof APPROVAL_FILTERS)[number] | undefined;
  readonly guests?: readonly GuestApproval[] | undefined;
  readonly job?: JobFilter | undefined;
}

export const SORT_KEYS = [
  'scheduled_at',
  'created_at',
  'sent_at',
  'updated_at',
  'price',
  'recipients',
  'customer',
  'template',
  'status',
] as const;

export type SortKey = (typeof SORT_KEYS)[number];

/** Campaigns without a value come last in both directions. Campaigns with equal values are sorted by id. */
export interface IndexSort {
  readonly key: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** Limits that keep every query on the index small. Forms and URLs are checked against the same limits. */
export const INDEX_LIMITS = {
  /** The length of `words`, in characters. */
  wordsLength: 100,
  words: 8,
  /** The number of values in each list of a filter. */
  values: 100,
  metadataPairs: 8,
  /** The number of campaigns before a page. */
  offset: 10_000,
  /** The number of campaigns on a page. */
  pageSize: 500,
} as const;

/** The maximum number of campaigns to include in a total that the stored sums don't provide. */
const MAX_SUMMED_CAMPAIGNS = 20_000;
const MIN_SUMMED_CAMPAIGNS = 300;
/** The maximum number of drafts to include in a total that the stored sums don't provide. */
export const MAX_SUMMED_DRAFTS = 100_000;
/** The maximum product of the number of campaigns in a total and the number of campaigns in the index. */
const SUMMING_BUDGET = 300_000_000;

/**
 * Returns how many campaigns a total can include. The larger an index is, the less of it is in memory and the
 * longer each campaign takes to read. In an index of 17,000 campaigns, a total can cover all of them, but in
 * an index of 1,000,000, it can cover only 300. If more campaigns match, the total is partial.
 */
export const maxSummedCampaigns = (campaigns: number): number =>
  Math.round(
    Math.min(MAX_SUMMED_CAMPAIGNS, Math.max(MIN_SUMMED_CAMPAIGNS, SUMMING_BUDGET / Math.max(campaigns, 1))),
  );
