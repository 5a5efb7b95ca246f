/** The payment processor of the service: two cards and two tokens that are known, and no money behind them. */
import type { FieldErrors } from '#lib/contract/wire.ts';

export interface CardForm {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
}
export const CARD_FIELDS = ['number', 'expiry', 'code', 'name'] as const satisfies (keyof CardForm)[];

export type CardReading =
  | { readonly outcome: 'good' | 'declined' }
  | { readonly outcome: 'invalid'; readonly fields: FieldErrors };

const CARDS = new Map<string, 'good' | 'declined'>([
  ['4242424242424242', 'good'],
  ['4000000000000002', 'declined'],
]);

/** @param now milliseconds, on the service's clock */
export function readCard(form: CardForm, now: number): CardReading {
  const fields: Record<string, string> = {};
  const number = form.number.replace(/[ -]/g, '');
  const outcome = CARDS.get(number);
  if (number === '') fields.number = 'Enter the card number.';
  else if (!/^\d{12,19}$/.test(number) || !luhnHolds(number)) fields.number = 'This is not a card number.';
  else if (outcome === undefined)
    fields.number = 'This sandbox takes test cards only: 4242 4242 4242 4242 is good.';
  const expires = expiryOf(form.expiry);
  if (expires === null) fields.expiry = 'Enter month and year as MM / YY.';
  else if (expires <= now) fields.expiry = 'This card has expired.';
  if (!/^\d{3,4}$/.test(form.code.trim())) fields.code = 'Enter the 3 or 4 digits.';
  if (form.name.trim() === '') fields.name = 'Enter the name on the card.';
  return outcome === undefined || Object.keys(fields).length > 0
    ? { outcome: 'invalid', fields }
    : { outcome };
}

/** The first moment at which "11/26" is no longer good, in milliseconds; null when it can't be read. */
function expiryOf(text: string): number | null {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  return month === undefined || year === undefined ? null : Date.UTC(2000 + Number(year), Number(month));
}

function luhnHolds(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const SOURCES = new Map<string, 'good' | 'declined'>([
  ['tok_visa', 'good'],
  ['tok_chargeDeclined', 'declined'],
]);

/** What becomes of a charge to the `source` of pay_and_send. */
export const sourceOutcome = (source: string): 'good' | 'declined' | 'unknown' =>
  SOURCES.get(source) ?? 'unknown';
