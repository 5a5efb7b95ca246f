/**
 * Amounts arrive formatted (part 4.6, rule 4): "$1,127.10", "0,00 €", "CHF 0.–". We show them unchanged and read only the
 * price of one mailpiece from the calculation.
 */
const MINUS = /^\s*[-\u2212\u2013(]/;

/** An amount taken off the order, with one minus sign in front, as in the rows Credits and Already Paid. */
export function asDeduction(text: string): string {
  return MINUS.test(text) ? text : `\u2212${text}`;
}

/** "150 × $0.85" → "$0.85"; undefined if the calculation has another form. */
export function unitPrice(calculation: string): string | undefined {
  return /^\s*[\d.,'\s]+[×x*]\s*(\S*\p{Nd}\S*)\s*$/u.exec(calculation)?.[1];
}
