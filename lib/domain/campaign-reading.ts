/**
 * A campaign's fields from a response, in the form that the campaign index stores. The mail service can send
 * any text and any number, so values that the index can't store or sort become null.
 */
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { currencyOf, isZeroAmount, toMinorUnits } from './money.ts';
import { applicablePrice } from './payment.ts';
import { parseTimestamp } from './timestamp.ts';

/** A campaign's fields in the index. Amounts are in minor units, such as cents. Times are in milliseconds. */
export interface IndexedFields {
  readonly templateId: number | null;
  /** The status as the service sent it, including statuses that the interface doesn't document. */
  readonly status: string | null;
  /** The price as the service formatted it. */
  readonly price: string | null;
  /** Null if the price isn't clearly an amount. */
  readonly priceMinor: number | null;
  /** The currency sign or code in the price, such as "$". */
  readonly currency: string | null;
  readonly recipients: number | null;
  readonly postage: string | null;
  readonly size: string | null;
  readonly senderCopy: boolean | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly scheduledAt: number | null;
  readonly sentAt: number | null;
  readonly expectedDelivery: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly thumbnails: readonly string[];
}

/** Years that every supported database can store as a timestamp. */
const EARLIEST_MS = Date.UTC(1, 0, 1);
const LATEST_MS = Date.UTC(9999, 11, 31);

export function indexedFields(campaign: Campaign): IndexedFields {
  const price = storableText(campaign.price);
  return {
    templateId: campaign.template_id ?? null,
    status: storableText(campaign.status),
    price,
    priceMinor: price === null ? null : (toMinorUnits(price) ?? null),
    currency: price === null ? null : currencyOf(price),
    recipients: storableCount(campaign.recipient_count),
    postage: storableText(campaign.postage_class),
    size: storableText(campaign.size),
    senderCopy: campaign.send_copy_to_sender ?? null,
    createdAt: storableTime(campaign.created_at),
    updatedAt: storableTime(campaign.updated_at),
    scheduledAt: storableTime(campaign.scheduled_at),
    sentAt: storableTime(campaign.sent_at),
    expectedDelivery: storableText(campaign.expected_delivery_date),
    metadata: Object.fromEntries(
      Object.entries(campaign.meta_data ?? {}).map(([key, value]) => [cleanText(key), cleanText(value)]),
    ),
    thumbnails: (campaign.thumbnails ?? []).map(cleanText),
  };
}

/**
 * A campaign's amounts in checkout (4.6), in minor units. An amount is null if its text isn't clearly an
 * amount.
 */
export interface IndexedPayment {
  readonly total: number | null;
  readonly credit: number | null;
  readonly alreadyPaid: number | null;
  readonly leftToPay: number | null;
  /** The higher of the totals with and without a copy for the sender. */
  readonly highestTotal: number | null;
  /** The currency sign or code of the amounts. Null if none of the amounts has a sign or code. */
  readonly checkoutCurrency: string | null;
}

const NO_AMOUNTS: IndexedPayment = {
  total: null,
  credit: null,
  alreadyPaid: null,
  leftToPay: null,
  highestTotal: null,
  checkoutCurrency: null,
};

/**
 * Returns the amounts that apply to the campaign's own setting for the sender's copy (part 4.6, rule 5). If
 * the amounts are in several currencies, all of them count as unclear.
 */
export function indexedPayment(checkout: Checkout): IndexedPayment {
  const { price, credit, already_paid, to_be_paid } = applicablePrice(checkout);
  const currencies = new Set(
    [price, credit, already_paid, to_be_paid].flatMap((amount) =>
      toMinorUnits(amount) === undefined ? [] : (currencyOf(amount) ?? []),
    ),
  );
  if (currencies.size > 1) return NO_AMOUNTS;
  return {
    total: minorUnits(price),
    credit: minorUnits(credit),
    alreadyPaid: minorUnits(already_paid),
    leftToPay: minorUnits(to_be_paid),
    highestTotal: highest(minorUnits(checkout.with_sender.price), minorUnits(checkout.without_sender.price)),
    checkoutCurrency: [...currencies][0] ?? null,
  };
}

const highest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other);

const minorUnits = (amount: string): number | null =>
  isZeroAmount(amount) ? 0 : (toMinorUnits(amount) ?? null);

/** Longer text doesn't fit in a database index. The values documented in the interface are much shorter. */
const MAX_TEXT = 500;

/** PostgreSQL can't store null characters or unpaired surrogates. */
const cleanText = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed();

const storableText = (text: string | undefined): string | null =>
  text === undefined ? null : cleanText(text);

const storableCount = (count: number | undefined): number | null =>
  count === undefined || !Number.isSafeInteger(Math.trunc(count)) ? null : Math.trunc(count);

function storableTime(timestamp: string | undefined): number | null {
  const ms = parseTimestamp(timestamp);
  return ms === undefined || ms < EARLIEST_MS || ms > LATEST_MS ? null : ms;
}
