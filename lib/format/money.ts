/**
 * The service returns formatted amounts, such as "$1,127.10", "0,00 €", or "CHF 0.–" (part 4.6, rule 4). The
 * console shows these amounts unchanged. The only part that the console extracts is the price per mailpiece.
 */
import type { Amount } from '#lib/domain/payment.ts';

export const AMOUNT_NAMES: Readonly<Record<Amount, string>> = {
  to_be_paid: 'Order Total',
  price: 'Price',
  credit: 'Credits',
  already_paid: 'Already Paid',
};

/** The label of an order's first row. The service's interface uses the label "Postcards" for every size. */
export const PIECES_ROW_LABEL = 'Postcards';

const MINUS = /^\s*[-\u2212\u2013(]/;

/**
 * Adds a minus sign to a deducted amount, unless it already has one. Used for the Credits and Already Paid
 * rows.
 */
export function asDeduction(text: string): string {
  return MINUS.test(text) ? text : `\u2212${text}`;
}

/**
 * Returns the price per mailpiece in a calculation, such as "$0.85" for "150 × $0.85". Returns undefined if
 * the calculation has a different format.
 */
export function unitPrice(calculation: string): string | undefined {
  return /^\s*[\d.,'\s]+[×x*]\s*(\S*\p{Nd}\S*)\s*$/u.exec(calculation)?.[1];
}

/** Formats an amount in minor units for an amount field, such as "500.00". */
export const formatMinorUnits = (amount: number): string => (amount / 100).toFixed(2);

const amounts = /* @__PURE__ */ new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * Formats a sum in minor units, such as "$182,585.10" or "CHF 1,127.10". A sum without a currency has only
 * digits.
 * @param currency the currency sign or code in the service's prices
 */
export function formatSum(minor: number, currency: string | null): string {
  const amount = amounts.format(minor / 100);
  if (currency === null) return amount;
  // A code or a sign that ends with a letter needs a space before the digits.
  return /\p{L}$/u.test(currency) ? `${currency}\u00a0${amount}` : `${currency}${amount}`;
}
