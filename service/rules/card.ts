/** Simulates a payment processor with two test cards and two test tokens. No real charges are made. */
import { randomBytes } from 'node:crypto';
import type { FieldErrors } from '#lib/contract/wire.ts';

export interface CardForm {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
}
export const CARD_FIELDS = ['number', 'expiry', 'code', 'name'] as const satisfies (keyof CardForm)[];

export type CardCheck =
  | { readonly outcome: 'approved' | 'declined' }
  | { readonly outcome: 'invalid'; readonly fields: FieldErrors };

/** No other card number is accepted. */
export const TEST_CARDS = { approved: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' } as const;

const withoutSeparators = (number: string): string => number.replace(/[ -]/g, '');

const OUTCOMES = new Map<string, Charge>([
  [withoutSeparators(TEST_CARDS.approved), 'approved'],
  [withoutSeparators(TEST_CARDS.declined), 'declined'],
]);

/** @param now the service's time, in milliseconds */
export function checkCard(form: CardForm, now: number): CardCheck {
  const fields: Record<string, string> = {};
  const number = withoutSeparators(form.number);
  const outcome = OUTCOMES.get(number);
  if (number === '') fields.number = 'Enter the card number.';
  else if (!/^\d{12,19}$/.test(number) || !hasValidChecksum(number))
    fields.number = 'Enter a valid card number.';
  else if (outcome === undefined)
    fields.number = `The sandbox accepts only test cards. Use ${TEST_CARDS.approved}.`;
  const expires = parseExpiry(form.expiry);
  if (expires === null) fields.expiry = 'Enter the expiration date as MM / YY.';
  else if (expires <= now) fields.expiry = 'This card has expired.';
  if (!/^\d{3,4}$/.test(form.code.trim())) fields.code = 'Enter the 3- or 4-digit security code.';
  if (form.name.trim() === '') fields.name = 'Enter the name on the card.';
  return outcome === undefined || Object.keys(fields).length > 0
    ? { outcome: 'invalid', fields }
    : { outcome };
}

/** A month and a two-digit or four-digit year, separated by a slash, a hyphen, or spaces. */
const SEPARATED_EXPIRY = /^(0?[1-9]|1[0-2])(?:\s*[/-]\s*|\s+)(?:20)?(\d{2})$/;
/** A two-digit month followed directly by the year, as people type it on a keypad without a slash. */
const COMPACT_EXPIRY = /^(0[1-9]|1[0-2])(?:20)?(\d{2})$/;

/**
 * Parses an expiration date such as "11/26", "11 / 2026", or "1126". Returns the time when the card expires,
 * in milliseconds, or null if the text is invalid.
 */
function parseExpiry(text: string): number | null {
  const trimmed = text.trim();
  const [, month, year] = SEPARATED_EXPIRY.exec(trimmed) ?? COMPACT_EXPIRY.exec(trimmed) ?? [];
  return month === undefined || year === undefined ? null : Date.UTC(2000 + Number(year), Number(month));
}

function hasValidChecksum(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

type Charge = 'approved' | 'declined';

const TEST_TOKENS = { approved: 'tok_visa', declined: 'tok_chargeDeclined' } as const;
const SOURCES = new Map<string, Charge>([
  [TEST_TOKENS.approved, 'approved'],
  [TEST_TOKENS.declined, 'declined'],
]);

/** The random part of a token that the card form created. */
const RANDOM_PART = /_[\w-]{22}$/;

/**
 * Returns a new token for a test card. Each token is different, as with a real processor. A declined card
 * gets a token, too, because processors decline the charge, not the token.
 */
export const createSource = (charge: Charge): string =>
  `${TEST_TOKENS[charge]}_${randomBytes(16).toString('base64url')}`;

/** Returns the outcome of a charge to `source`, a payment token for pay_and_send. */
export const checkSource = (source: string): Charge | 'unknown' =>
  SOURCES.get(source.replace(RANDOM_PART, '')) ?? 'unknown';
