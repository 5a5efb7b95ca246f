/**
 * Reads the first page of a customer's list before the index is used for that customer. The sync first finds
 * a new campaign in the list of all campaigns, but only the customer's own list shows who owns the campaign
 * (4.3).
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { areKnown } from '#lib/store/known-campaigns.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { SHORT_READ_MS } from '#lib/upstream/time-limits.ts';
import { allRecorded } from './learn.ts';

/** A new campaign is at the beginning of the list. The sync reads the rest. */
const PER_PAGE = 50;
/** The minimum time between reads of a customer's list. */
const FRESH_MS = 2_000;

const reads = singleton(
  'customerListReads',
  () => new LRUCache<number, Promise<void>>({ max: 1_000, ttl: FRESH_MS }),
);

/**
 * Waits until the index contains the campaigns on the first page of the customer's list. If the mail service doesn't
 * respond in time, leaves the index unchanged.
 */
export async function refreshCustomerCampaigns(customerId: number): Promise<void> {
  const reading = reads.get(customerId) ?? startReading(customerId);
  await reading;
}

function startReading(customerId: number): Promise<void> {
  const reading = readBeginning(customerId);
  reads.set(customerId, reading);
  return reading;
}

async function readBeginning(customerId: number): Promise<void> {
  const input = { customer_id: customerId, page: 1, per_page: PER_PAGE };
  const read = await readFromService('listCustomerCampaigns', input, { deadline: deadlineIn(SHORT_READ_MS) });
  if (!read.ok) return;
  const versions = read.value.items.map((campaign) => ({
    campaignId: campaign.id,
    ...indexedFields(campaign),
  }));
  // Usually, the list contains nothing new. During a sweep, many other responses are waiting to be recorded.
  if (!(await areKnown(await store(), customerId, versions))) await allRecorded();
}
