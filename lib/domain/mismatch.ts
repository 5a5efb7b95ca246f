/** Compares the order that the member agreed to with what the mail service did. */
import { MINUTE_MS } from '#lib/time-units.ts';
import { formatLike, isZeroAmount, toMinorUnits } from './money.ts';
import { parseTimestamp } from './timestamp.ts';

/** The hashes of a campaign's files. Null if the campaign has no such file. */
interface FileHashes {
  readonly proof: string | null;
  readonly designs: string | null;
}

/** The facts about an order to compare. A fact that isn't known is undefined. */
export interface OrderFacts {
  /** The order's price before credits and earlier payments, as formatted by the service. */
  readonly price?: string | undefined;
  /** The number of recipients. */
  readonly recipients?: number | undefined;
  /** A hash of the recipients' addresses. */
  readonly addresses?: string | undefined;
  /** The send date, in ISO 8601. */
  readonly sendDate?: string | undefined;
  readonly files?: FileHashes | undefined;
}

/** An order as the console read it just before the call. The console checked that the member agreed to it. */
export interface AgreedOrder extends OrderFacts {
  /** Whether the price includes the sender's copy. Undefined if checkout couldn't be read. */
  readonly senderCopy?: boolean | undefined;
  readonly toBePaid?: string | undefined;
  readonly alreadyPaid?: string | undefined;
  readonly credit?: string | undefined;
  /**
   * Whether the campaign's own price was the same as the order's price. If it was, the campaign's price after
   * the call can be compared with the order's price.
   */
  readonly isPriceOnCampaign: boolean;
  /**
   * The number of sender's copies that the member's choice adds or removes. Services may count the sender as
   * a recipient.
   */
  readonly addedCopies: number;
}

export type OrderPart = 'price' | 'recipients' | 'addresses' | 'send_date' | 'files';

/** A difference between the agreed order and the actual order. */
export interface Difference {
  readonly part: OrderPart;
  /** The values. Omitted for addresses and files. */
  readonly agreed?: string;
  readonly actual?: string;
}

/** The differences between the order that the member agreed to and what the mail service did. Never empty. */
export type Mismatch = readonly Difference[];

/** Compares the facts that are known about both orders. Returns null if there is no difference. */
export function findMismatch(agreed: AgreedOrder, actual: OrderFacts): Mismatch | null {
  const differences = [
    comparePrices(agreed.price, actual.price),
    compareRecipients(agreed, actual),
    compareSendDates(agreed.sendDate, actual.sendDate),
    hasOtherFiles(agreed.files, actual.files) ? { part: 'files' as const } : null,
  ].filter((difference) => difference !== null);
  return differences.length > 0 ? differences : null;
}

/** Amounts such as "$10.00" and "10" are equal. Amounts that can't be read are compared as text. */
export function isSameAmount(one: string, other: string): boolean {
  const [first, second] = [toMinorUnits(one), toMinorUnits(other)];
  return first === undefined || second === undefined ? one === other : first === second;
}

function comparePrices(agreed: string | undefined, actual: string | undefined): Difference | null {
  if (agreed === undefined || actual === undefined || isSameAmount(agreed, actual)) return null;
  const minor = toMinorUnits(actual);
  const formatted = minor === undefined ? undefined : formatLike(agreed, minor);
  return { part: 'price', agreed, actual: formatted ?? actual };
}

function compareRecipients(agreed: AgreedOrder, actual: OrderFacts): Difference | null {
  const [expected, count] = [agreed.recipients, actual.recipients];
  const isKnown = expected !== undefined && count !== undefined;
  if (isKnown && count !== expected && count !== expected + agreed.addedCopies)
    return { part: 'recipients', agreed: String(expected), actual: String(count) };
  const haveAddresses = agreed.addresses !== undefined && actual.addresses !== undefined;
  return haveAddresses && agreed.addresses !== actual.addresses ? { part: 'addresses' } : null;
}

/** Services may round the send date, so a difference of less than a minute is ignored. */
function compareSendDates(agreed: string | undefined, actual: string | undefined): Difference | null {
  const [wanted, set] = [parseTimestamp(agreed), parseTimestamp(actual)];
  if (wanted === undefined || set === undefined || Math.abs(set - wanted) < MINUTE_MS) return null;
  return { part: 'send_date', agreed: agreed ?? '', actual: actual ?? '' };
}

/** A file in only one of the two orders doesn't count as a difference, because the service renders files later. */
function hasOtherFiles(agreed: FileHashes | undefined, actual: FileHashes | undefined): boolean {
  if (!agreed || !actual) return false;
  const isOther = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== other;
  return isOther(agreed.proof, actual.proof) || isOther(agreed.designs, actual.designs);
}

/**
 * Returns the amount that was charged or billed for an order whose price differs from the agreed price, in
 * the agreed price's format. Returns null if the amount can't be determined. If credit or earlier payments
 * covered the whole agreed price, the service doesn't say how much more of the customer's credit the order
 * used.
 * @param price the actual price
 * @param isBilled whether the order is billed on the monthly invoice, which doesn't use credit
 */
export function actualAmount(agreed: AgreedOrder, price: string, isBilled: boolean): string | null {
  const { alreadyPaid = '', credit = '', toBePaid = '' } = agreed;
  const deductions = isBilled ? [alreadyPaid] : [alreadyPaid, credit];
  const [was, now] = [toMinorUnits(agreed.price ?? ''), toMinorUnits(price)];
  if (deductions.every(isZeroAmount) && (isBilled || !isZeroAmount(toBePaid))) return price;
  if (was === undefined || now === undefined) return null;
  if (!isBilled && isZeroAmount(toBePaid) && now > was) return null;
  const deducted = deductions.map((amount) => (isZeroAmount(amount) ? 0 : toMinorUnits(amount)));
  if (deducted.includes(undefined)) return null;
  const left = deducted.reduce<number>((rest, amount) => rest - (amount ?? 0), now);
  return formatLike(price, Math.max(0, left)) ?? null;
}
