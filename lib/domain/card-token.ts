import { MAX_CARD_TOKEN_LENGTH } from '#lib/input-limits.ts';

/** The shortest card numbers have 12 digits. */
const MIN_CARD_DIGITS = 12;

/**
 * Returns whether the text could be a card number, regardless of how its digits are separated. Mailroom must
 * never receive a card number.
 */
export const looksLikeCardNumber = (text: string): boolean =>
  !/[a-z]/i.test(text) && text.replace(/\D/g, '').length >= MIN_CARD_DIGITS;

/**
 * Returns whether the value can be a card token (`source` in 4.4): printable ASCII characters without spaces, and
 * not a card number.
 */
export const isCardToken = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_CARD_TOKEN_LENGTH &&
  /^[\x21-\x7e]+$/.test(value) &&
  !looksLikeCardNumber(value);
