/**
 * Amounts arrive formatted (part 4.6, rule 4): "$1,127.10", "0,00 €", "CHF 0.–". We show amounts unchanged. The only
 * value we extract is the price per mailpiece, from the calculation.
 */
const MINUS = /^\s*[-\u2212\u2013(]/;

/**
 * Formats an amount deducted from the order with a single minus sign in front, for the Credits and Already Paid rows.
 */
export function asDeduction(text: string): string {
  return MINUS.test(text) ? text : `\u2212${text}`;
}

/** "150 × $0.85" → "$0.85". Returns undefined if the calculation has a different format. */
export function unitPrice(calculation: string): string | undefined {
  return /^\s*[\d.,'\s]+[×x*]\s*(\S*\p{Nd}\S*)\s*$/u.exec(calculation)?.[1];
}
