/** Amounts arrive already formatted (part 4.6, rule 4): "$1,127.10", "0,00 €", "CHF 0.–". */

/** Digits other than zero, in the scripts that money is written in. */
const NONZERO = /[1-9\u0661-\u0669\u06f1-\u06f9\u0967-\u096f\u09e7-\u09ef\u0e51-\u0e59\uff11-\uff19]/;
const DIGIT = /\p{Nd}/u;

/**
 * Whether the amount inside a formatted string is zero, whatever its currency sign or separators. A blank string counts
 * as zero. Words without a digit ("included") don't, because hiding them could mislead.
 */
export function isZeroAmount(text: string): boolean {
  if (DIGIT.test(text)) return !NONZERO.test(text);
  return /^[\s—–-]*$/.test(text);
}
