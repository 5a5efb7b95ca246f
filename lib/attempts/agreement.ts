/**
 * Compares the order that the mail service carried out with the order that the member agreed to. The service has no
 * calls that take effect only if an order is unchanged, so an order can change between the console's last read and
 * the call.
 */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { finalOperation, snapshotCampaign } from '#lib/domain/attempt.ts';
import type { CampaignReading } from '#lib/domain/attempt-resolution.ts';
import {
  type AgreedOrder,
  actualAmount,
  findMismatch,
  isSameAmount,
  type OrderFacts,
} from '#lib/domain/mismatch.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { findContradictedAttempt } from '#lib/domain/stale-reading.ts';
import { log } from '#lib/log.ts';
import {
  hashAddresses,
  haveSameFileUrls,
  type PrintedContent,
  readPrintedContent,
} from '#lib/share-links/fingerprints.ts';
import type { AttemptRow, Settlement } from '#lib/store/attempts.ts';
import { listSucceededAttempts } from '#lib/store/succeeded-attempts.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';

/** The time limit for reading the data that the response doesn't contain. */
const REREAD_MS = 1_500;

/** An order as read just before the call, with the choices that are part of the call. */
export interface CurrentOrder {
  readonly campaign: Campaign;
  /** Undefined if checkout couldn't be read. */
  readonly checkout: Checkout | undefined;
  /** Whether the sender gets a copy. By default, the campaign's own setting. */
  readonly senderCopy?: boolean;
  /** The requested send date, if any, in ISO 8601. */
  readonly sendDate?: string | undefined;
}

/**
 * Describes the order that the member agreed to, for the comparison after the call.
 * @param approved the approved content, if the team's rule required an approval
 */
export function describeOrder(
  { campaign, checkout, senderCopy = checkout?.send_copy_to_sender, sendDate }: CurrentOrder,
  approved: PrintedContent | null,
): AgreedOrder {
  const own = checkout && applicablePrice(checkout).price;
  const amounts = checkout && applicablePrice(checkout, senderCopy);
  return {
    price: amounts?.price,
    toBePaid: amounts?.to_be_paid,
    alreadyPaid: amounts?.already_paid,
    credit: amounts?.credit,
    senderCopy,
    addedCopies: Number(senderCopy ?? false) - Number(checkout?.send_copy_to_sender ?? false),
    isPriceOnCampaign: own !== undefined && campaign.price !== undefined && isSameAmount(own, campaign.price),
    recipients: campaign.recipient_count,
    addresses: hashAddresses(campaign),
    sendDate,
    files: approved ? { proof: approved.proof, designs: approved.designs } : undefined,
  };
}

/** The part of a settlement that describes a mismatch. */
type Comparison = Pick<Settlement, 'amount' | 'result'>;

/** What is known about an order after a successful call. */
interface OrderAfterCall {
  /** Undefined if nothing was compared, or if the order is as agreed. */
  readonly comparison?: Comparison | undefined;
  /** Undefined if the order wasn't read again, or if the reading predates the call. */
  readonly reading?: Reread | undefined;
}

/**
 * Compares the response to a successful call with the agreed order. If the response doesn't contain the whole
 * order, reads the campaign and its checkout once, and ignores them if they are stale. Anything that can't be
 * read isn't compared, because the call has succeeded in any case.
 * @param response the campaign in the response
 * @param before the campaign as read just before the call
 */
export async function compareWithAgreement(
  db: Database,
  row: AttemptRow,
  response: Campaign,
  before: Campaign | undefined,
  total: Deadline,
): Promise<OrderAfterCall> {
  const agreed = row.before?.order;
  if (!agreed) return {};
  const deadline = total.within(REREAD_MS);
  try {
    const reading = isComplete(agreed, response)
      ? undefined
      : await rereadOrder(db, row, agreed, response, deadline);
    const campaign = reading?.campaign ?? response;
    const files = await compareFiles(agreed, before, campaign, deadline);
    const actual = {
      ...factsOf(agreed, response),
      ...(reading && factsOf(agreed, campaign, reading.checkout)),
    };
    const order = { ...agreed, files: files?.agreed };
    return { comparison: toComparison(row, order, { ...actual, files: files?.actual }), reading };
  } catch (error) {
    log().warn({ err: error, attempt: row.id }, 'a successful call could not be compared with the order');
    return {};
  }
}

/** Compares the agreed order with the reading that settled an unknown attempt as done. */
export async function compareReading(
  row: AttemptRow,
  { campaign, checkout }: CampaignReading,
  deadline: Deadline,
): Promise<Comparison | undefined> {
  const agreed = row.before?.order;
  if (!agreed || !campaign) return undefined;
  if (row.operation === 'payCampaign') return checkout && compareLinkPayment(row, checkout);
  const files = await compareFiles(agreed, undefined, campaign, deadline);
  const actual = { ...factsOf(agreed, campaign, checkout), files: files?.actual };
  return toComparison(row, agreed, actual);
}

/**
 * Compares the agreed price with the price of an order that was paid for by link. The campaign isn't sent
 * yet, so only the price is compared.
 */
export function compareLinkPayment(row: AttemptRow, checkout: Checkout): Comparison | undefined {
  const agreed = row.before?.order;
  return agreed && toComparison(row, agreed, { price: applicablePrice(checkout, agreed.senderCopy).price });
}

/** Logs the differences between the agreed order and the actual order, if there are any. */
export function logMismatch(row: AttemptRow | undefined): void {
  const mismatch = row?.result?.mismatch;
  if (!row || !mismatch) return;
  const fields = {
    operation: row.operation,
    campaign: row.campaignId,
    attempt: row.id,
    member: row.memberId,
  };
  log().warn({ ...fields, mismatch }, 'the mail service did not do what the member agreed to');
}

function toComparison(row: AttemptRow, agreed: AgreedOrder, actual: OrderFacts): Comparison | undefined {
  const operation = finalOperation(row);
  const mismatch = findMismatch(agreed, actual);
  if (!mismatch) return undefined;
  const price = mismatch.find(({ part }) => part === 'price')?.actual;
  // A send charges nothing, because the campaign is already paid for.
  if (price === undefined || operation === 'sendCampaign') return { result: { mismatch } };
  const amount = actualAmount(agreed, price, operation === 'sendCampaignOnInvoice');
  return { result: { mismatch }, amount };
}

function factsOf(agreed: AgreedOrder, campaign: Campaign, checkout?: Checkout): OrderFacts {
  const facts: OrderFacts = {
    price: agreed.isPriceOnCampaign
      ? campaign.price
      : checkout && applicablePrice(checkout, agreed.senderCopy).price,
    recipients: campaign.recipient_count,
    addresses: hashAddresses(campaign),
    sendDate: campaign.scheduled_at,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Whether a response contains everything that can be compared with the agreed order. */
function isComplete(agreed: AgreedOrder, response: Campaign): boolean {
  const actual = factsOf(agreed, response);
  const facts = ['price', 'recipients', 'addresses', 'sendDate'] as const;
  const hasFiles = response.proof !== undefined || response.designs !== undefined;
  return (
    facts.every((fact) => agreed[fact] === undefined || actual[fact] !== undefined) &&
    (agreed.files === undefined || hasFiles)
  );
}

interface Reread {
  readonly campaign: Campaign;
  readonly checkout: Checkout | undefined;
}

/** Reads the order after the call. Returns undefined if the reading failed or predates the call. */
async function rereadOrder(
  db: Database,
  { campaignId: id, operation, before }: AttemptRow,
  agreed: AgreedOrder,
  response: Campaign,
  deadline: Deadline,
): Promise<Reread | undefined> {
  const options = { deadline, fresh: true };
  const needsCheckout = agreed.price !== undefined && !agreed.isPriceOnCampaign;
  const [campaign, checkout, succeeded] = await Promise.all([
    readFromService('getCampaign', { id }, options),
    needsCheckout ? readFromService('checkOutCampaign', { id }, options) : undefined,
    listSucceededAttempts(db, id),
  ]);
  if (!campaign.ok) return undefined;
  const price = checkout?.ok ? checkout.value : undefined;
  const reading = snapshotCampaign(campaign.value, price && applicablePrice(price, agreed.senderCopy));
  const thisCall = {
    operation,
    before,
    after: snapshotCampaign(response),
    isReadingAccepted: false,
    settledMsAgo: 0,
    paidMsAgo: null,
    returnedMsAgo: null,
  };
  const isStale = findContradictedAttempt([thisCall, ...succeeded], reading) !== undefined;
  return isStale ? undefined : { campaign: campaign.value, checkout: price };
}

/**
 * Hashes the agreed files and the files that will be printed. If no approval was required, Mailroom hasn't read the
 * files that members saw, so it downloads the files only if their URLs have changed.
 */
async function compareFiles(
  agreed: AgreedOrder,
  before: Campaign | undefined,
  after: Campaign,
  deadline: Deadline,
): Promise<{ readonly agreed: OrderFacts['files']; readonly actual: OrderFacts['files'] } | undefined> {
  const isSuspicious = before !== undefined && !haveSameFileUrls(before, after);
  if (!agreed.files && !isSuspicious) return undefined;
  const [earlier, later] = await Promise.all([
    agreed.files || !before ? undefined : readPrintedContent(before, { deadline }),
    readPrintedContent(after, { deadline, fresh: true }),
  ]);
  return {
    agreed: agreed.files ?? (earlier?.ok ? earlier.value : undefined),
    actual: later.ok ? later.value : undefined,
  };
}
