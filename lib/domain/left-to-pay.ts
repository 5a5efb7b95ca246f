/**
 * Adds up what is left to pay for drafts. Several drafts can show the same credit, because each checkout is
 * calculated on its own (4.6), and the interface doesn't say whose credits they are. If more than one draft
 * shows a credit, the sum leaves credits out, so that it's never too low.
 */

/** Amounts in minor units, such as cents. */
export interface DraftAmounts {
  readonly currency: string | null;
  /** What is left to pay after the credit. */
  readonly left: number;
  /** The credit that checkout shows. */
  readonly credit: number;
}

export interface LeftSums {
  /** One sum per currency, in minor units. */
  readonly sums: readonly { readonly currency: string | null; readonly amount: number }[];
  /** Whether the sums leave out all credits, in which case the actual amounts may be lower. */
  readonly isBeforeCredits: boolean;
}

/** Whether a credit could be counted twice in the sum. */
export const mayShareCredit = (drafts: readonly DraftAmounts[]): boolean =>
  drafts.filter(({ credit }) => credit > 0).length > 1;

/**
 * Adds up what is left to pay for the drafts, by currency.
 * @param isBeforeCredits whether to leave out credits, because drafts outside of the sum may use them
 */
export function sumLeft(
  drafts: readonly DraftAmounts[],
  isBeforeCredits: boolean = mayShareCredit(drafts),
): LeftSums {
  return { sums: addUp(drafts, isBeforeCredits), isBeforeCredits };
}

/** The stored sums of campaigns whose prices have the same currency. */
export interface LeftTotal {
  readonly currency: string | null;
  readonly campaigns: number;
  readonly leftToPay: number;
  /** The sum of the credits that the drafts show. */
  readonly credit: number;
}

/** Like `sumLeft`. It isn't known how many drafts show a credit, unless there's only one campaign. */
export function sumLeftOfTotals(totals: readonly LeftTotal[]): LeftSums {
  const campaigns = totals.reduce((sum, total) => sum + total.campaigns, 0);
  const isBeforeCredits = campaigns > 1 && totals.some(({ credit }) => credit > 0);
  return {
    sums: addUp(
      totals.map(({ currency, leftToPay: left, credit }) => ({ currency, left, credit })),
      isBeforeCredits,
    ),
    isBeforeCredits,
  };
}

function addUp(drafts: readonly DraftAmounts[], isBeforeCredits: boolean): LeftSums['sums'] {
  const byCurrency = new Map<string | null, number>();
  for (const { currency, left, credit } of drafts)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + left + (isBeforeCredits ? credit : 0));
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }));
}
