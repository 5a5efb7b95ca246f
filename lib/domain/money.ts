/**
 * Amounts that the service has formatted, such as "$1,127.10", "0,00 €", and "CHF 0.–" (part 4.6, rule 4).
 */

/** Matches a digit other than zero. Covers every writing system that might be used in amounts. */
const NONZERO = /[1-9\u0661-\u0669\u06f1-\u06f9\u0967-\u096f\u09e7-\u09ef\u0e51-\u0e59\uff11-\uff19]/;
const DIGIT = /\p{Nd}/u;

/** Longer text isn't a currency, but a service may send any text as a price. */
const MAX_CURRENCY_LENGTH = 8;

/**
 * Whether a formatted amount is zero, regardless of the currency sign and separators. A blank string or a
 * dash counts as zero. Other text without digits, such as "included", doesn't count as zero. Pages hide zero
 * amounts, and hiding "included" could mislead members.
 */
export function isZeroAmount(text: string): boolean {
  if (DIGIT.test(text)) return !NONZERO.test(text);
  return /^[\s—–-]*$/.test(text);
}

/**
 * An amount with at most two decimal places. The digits may be in groups of three, and a currency may come
 * first or last.
 */
const AMOUNT =
  /^(?<prefix>[\p{Sc}\p{L}\s.]*?)(?<whole>\d{1,3}(?:(?<separator>[,.'’\s])\d{3})(?:\k<separator>\d{3})*|\d+)(?:(?<point>[.,])(?:(?<decimals>\d{1,2})|[–—-]))?(?<suffix>[\p{Sc}\p{L}\s]*)$/u;

/**
 * Matches an amount with a decimal point and more than two decimal places. `toMinorUnits` reads a single
 * point before three digits as a thousands separator, but a person who types "500.001" may mean a decimal
 * point.
 */
const LONG_DECIMALS = /^\D*[\d,'’\s]*\d\.\d{3,}\D*$/;

/** Whether an amount that a person typed has more decimal places than minor units can express. */
export const hasTooManyDecimals = (text: string): boolean => LONG_DECIMALS.test(text);

/**
 * Reads a formatted amount in minor units, such as 112710 for "$1,127.10". Returns undefined for negative
 * amounts, for amounts in digits other than 0 to 9, and for text that isn't clearly an amount.
 */
export function toMinorUnits(text: string): number | undefined {
  const { whole, decimals = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (whole === undefined) return undefined;
  const minor = Number(whole.replace(/\D/g, '') + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/**
 * Returns the currency sign or code in a formatted amount, such as "$" or "CHF". Returns null if there is
 * none.
 */
export function currencyOf(text: string): string | null {
  const currency = text.replaceAll(/[^\p{Sc}\p{L}]/gu, '');
  return currency === '' ? null : currency.slice(0, MAX_CURRENCY_LENGTH);
}

/**
 * Formats an amount like another amount, with the same currency and separators. Returns undefined if the other
 * amount isn't clearly an amount.
 * @param minor the amount in minor units, such as cents
 */
export function formatLike(sample: string, minor: number): string | undefined {
  const parts = AMOUNT.exec(sample)?.groups;
  if (!parts) return undefined;
  const { prefix = '', separator, point = '.', decimals, suffix = '' } = parts;
  const between = separator ?? (point === ',' ? '.' : ',');
  const whole = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, between);
  const hasDecimals = decimals !== undefined || minor % 100 !== 0;
  return `${prefix}${whole}${hasDecimals ? point + String(minor % 100).padStart(2, '0') : ''}${suffix}`;
}
