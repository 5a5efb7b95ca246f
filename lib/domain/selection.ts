/**
 * Summarizes the campaigns that members select in a list: their totals, and which actions apply, according to the
 * campaign index.
 */
import type { ListedCampaign, ListRequest } from './campaign-list.ts';
import { cancelableUntil } from './cancellation-window.ts';
import { JOB_KINDS, type JobKind, type LeftOutReason } from './job.ts';
import { type DraftAmounts, sumLeft } from './left-to-pay.ts';
import { currencyOf, toMinorUnits } from './money.ts';

/** The campaigns that a member selected: individual campaigns by id, or every campaign in a list. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'request'; readonly request: ListRequest };

/** The reasons that a list gives when an action doesn't apply to a campaign. The first code is 1. */
const REASONS = [
  'not_paid',
  'already_queued',
  'not_draft',
  'not_queued',
] as const satisfies readonly LeftOutReason[];
export type SelectionReason = (typeof REASONS)[number];

/**
 * A campaign on the page. Compact, because the page contains one for each row.
 * - price, left, credit: in minor units. `price` is null if it isn't clearly an amount. Only drafts have
 *   `left` and `credit`.
 * - fits: one digit for each of `JOB_KINDS`: 0 if the action applies, or the code of the reason why it doesn't.
 */
export type SelectionRow = readonly [
  id: number,
  recipients: number,
  price: number | null,
  left: number,
  credit: number,
  currency: string | null,
  fits: string,
];

/** Nothing is known about the campaign, so every action might apply. */
const UNKNOWN_FITS = '';

/** Returns the row of a selected campaign that the page knows nothing about. It adds nothing to the sums. */
export const unknownRow = (id: number): SelectionRow => [id, 0, null, 0, 0, null, UNKNOWN_FITS];

interface SelectionContext {
  /** Whether drafts are billed on the monthly invoice. */
  readonly invoiced: boolean;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

export function selectionRow({ campaign, amounts }: ListedCampaign, context: SelectionContext): SelectionRow {
  const { id, recipient_count = 0, price = '' } = campaign;
  const fits = JOB_KINDS.map((kind) => {
    const reason = unsuitability(kind, { campaign, amounts }, context);
    return reason === undefined ? 0 : REASONS.indexOf(reason) + 1;
  });
  return [
    id,
    recipient_count,
    toMinorUnits(price) ?? null,
    (campaign.status === 'draft' && amounts?.leftToPay) || 0,
    (campaign.status === 'draft' && amounts?.credit) || 0,
    amounts === undefined ? currencyOf(price) : amounts.currency,
    fits.join(''),
  ];
}

/**
 * Returns why an action doesn't apply to a campaign, or undefined if it seems to apply. The review, which reads the
 * campaign and its checkout, makes the final decision.
 */
function unsuitability(
  kind: JobKind,
  { campaign, amounts }: Pick<ListedCampaign, 'campaign' | 'amounts'>,
  { invoiced, now }: SelectionContext,
): SelectionReason | undefined {
  const isDraft = campaign.status === 'draft';
  switch (kind) {
    case 'schedule': {
      if (campaign.status === 'queued') return 'already_queued';
      if (!isDraft) return 'not_draft';
      const payment = amounts?.payment ?? null;
      return invoiced || payment === null || payment === 'paid_not_sent' ? undefined : 'not_paid';
    }
    case 'reschedule':
    case 'cancel':
      return cancelableUntil(campaign, now) === undefined ? 'not_queued' : undefined;
    case 'delete':
    case 'ask_approval':
      return isDraft ? undefined : 'not_draft';
    default:
      return undefined;
  }
}

/** Amounts are in minor units. */
interface SelectionTotal {
  readonly currency: string | null;
  readonly price: number;
  /** What is left to pay for drafts. */
  readonly left: number;
}

/** How many campaigns an action applies to, and why it doesn't apply to the others. */
export interface SelectionFit {
  readonly kind: JobKind;
  readonly campaigns: number;
  readonly others: readonly { readonly reason: SelectionReason; readonly campaigns: number }[];
}

export interface SelectionSummary {
  readonly campaigns: number;
  readonly recipients: number;
  /** The number of drafts with something left to pay. */
  readonly payable: number;
  /** The number of campaigns that the sums leave out because their price isn't clearly an amount. */
  readonly unpriced: number;
  /** One for each currency, the largest price first. */
  readonly totals: readonly SelectionTotal[];
  /** Whether the amounts left to pay leave out credits (`sumLeft`). */
  readonly isBeforeCredits: boolean;
  readonly fits: readonly SelectionFit[];
}

export function summarizeSelection(rows: Iterable<SelectionRow>): SelectionSummary {
  let campaigns = 0;
  let recipients = 0;
  let payable = 0;
  let unpriced = 0;
  const prices = new Map<string | null, number>();
  const drafts: DraftAmounts[] = [];
  const codes = JOB_KINDS.map(() => [0, ...REASONS.map(() => 0)]);
  for (const [, count, price, left, credit, currency, fits] of rows) {
    campaigns++;
    recipients += count;
    if (left > 0) payable++;
    if (price === null) unpriced++;
    if (price !== null || left > 0 || credit > 0)
      prices.set(currency, (prices.get(currency) ?? 0) + (price ?? 0));
    if (left > 0 || credit > 0) drafts.push({ currency, left, credit });
    for (const [i, counts] of codes.entries()) {
      const code = Number(fits[i] ?? 0);
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  const { sums, isBeforeCredits } = sumLeft(drafts);
  const leftOf = new Map(sums.map(({ currency, amount }) => [currency, amount]));
  return {
    campaigns,
    recipients,
    payable,
    unpriced,
    totals: [...prices]
      .map(([currency, price]) => ({ currency, price, left: leftOf.get(currency) ?? 0 }))
      .sort((a, b) => b.price - a.price),
    isBeforeCredits,
    fits: JOB_KINDS.map((kind, i) => ({
      kind,
      campaigns: codes[i]?.[0] ?? 0,
      others: REASONS.flatMap((reason, r) => {
        const count = codes[i]?.[r + 1] ?? 0;
        return count === 0 ? [] : [{ reason, campaigns: count }];
      }),
    })),
  };
}
