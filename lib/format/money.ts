/**
 * Amounts arrive already formatted (part 4.6, rule 4): "$1,127.10", "0,00 €", "CHF 0.–". They are shown as they are;
 * what is read here is only whether one is zero, and the price of one piece where the calculation says it.
 */

/** Digits other than zero, in the scripts that money is written in. */
const NONZERO = /[1-9\u0661-\u0669\u06f1-\u06f9\u0967-\u096f\u09e7-\u09ef\u0e51-\u0e59\uff11-\uff19]/;
const DIGIT = /\p{Nd}/u;
const MINUS = /^\s*[-\u2212\u2013(]/;

/**
 * Whether the amount inside a formatted string is zero, whatever its currency sign or separators. A blank one is no
 * amount at all and counts as zero; words without a digit ("included") don't, because hiding them could mislead.
 */
export function isZeroAmount(text: string): boolean {
  if (DIGIT.test(text)) return !NONZERO.test(text);
  return /^[\s—–-]*$/.test(text);
}

/** An amount that is taken off the order, with one minus sign in front, as the rows Credits and Already Paid show it. */
export function asDeduction(text: string): string {
  return MINUS.test(text) ? text : `\u2212${text}`;
}

/** "150 × $0.85" → "$0.85"; undefined where the calculation doesn't read like that. */
export function unitPrice(calculation: string): string | undefined {
  return /^\s*[\d.,'\s]+[×x*]\s*(\S*\p{Nd}\S*)\s*$/u.exec(calculation)?.[1];
}
