/** Adds up what campaigns cost. Never adds amounts in different currencies. */
import type { CurrencySpending, MonthSpending, SpendingAmounts, SpendingMeasure } from './spending.ts';

const NOTHING: SpendingAmounts = {
  paidCampaigns: 0,
  paidRecipients: 0,
  paid: 0,
  credit: 0,
  openCampaigns: 0,
  openRecipients: 0,
  open: 0,
  unpaidCampaigns: 0,
  unpaidRecipients: 0,
  unpaid: 0,
  unread: 0,
  unclear: 0,
};

export function addAmounts(all: readonly SpendingAmounts[]): SpendingAmounts {
  const sum = (name: keyof SpendingAmounts) => all.reduce((total, amounts) => total + amounts[name], 0);
  return Object.fromEntries(
    (Object.keys(NOTHING) as (keyof SpendingAmounts)[]).map((name) => [name, sum(name)]),
  ) as unknown as SpendingAmounts;
}

/** The totals for each currency, with the most common currency first. */
export const totalsByCurrency = (months: readonly MonthSpending[]): readonly CurrencySpending[] =>
  [...Map.groupBy(months, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, ...addAmounts(some) }))
    .sort(
      (a, b) =>
        b.paidCampaigns + b.openCampaigns - (a.paidCampaigns + a.openCampaigns) ||
        (a.currency ?? '').localeCompare(b.currency ?? ''),
    );

/** Returns whether there is an amount to show in the currency. */
export const hasAmount = ({ paid, credit, open }: SpendingAmounts, isInvoiced: boolean): boolean =>
  paid > 0 || credit > 0 || (isInvoiced && open > 0);

/**
 * Returns the chosen currency, or the first one with an amount. Null if the prices have no currency.
 * @param chosen null for prices without a currency. Undefined if the member hasn't chosen.
 */
export function mainCurrency(
  totals: readonly CurrencySpending[],
  chosen: string | null | undefined,
  measure: SpendingMeasure,
): string | null {
  if (chosen !== undefined) return chosen;
  return (totals.find((total) => total[measure] > 0) ?? totals[0])?.currency ?? null;
}
