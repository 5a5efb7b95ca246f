/** Amounts as the service formats them (part 4.6, rule 4): "$1,127.10", "0,00 €", "CHF 0.–". */

/** Matches a digit other than zero, in any script that amounts are written in. */
const NONZERO = /[1-9\u0661-\u0669\u06f1-\u06f9\u0967-\u096f\u09e7-\u09ef\u0e51-\u0e59\uff11-\uff19]/;
const DIGIT = /\p{Nd}/u;

/**
 * Whether a formatted amount is zero, regardless of the currency sign and separators. A blank string or a
 * dash counts as zero. Text without digits, such as "included", doesn't count as zero, because hiding such a
 * row could be misleading.
 */
export function isZeroAmount(text: string): boolean {
  if (DIGIT.test(text)) return !NONZERO.test(text);
  return /^[\s—–-]*$/.test(text);
}
