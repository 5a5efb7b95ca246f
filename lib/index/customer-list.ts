/**
 * Reads the beginning of a customer's list before the index answers for that customer. A new campaign appears in
 * the list of all campaigns first, but only the customer's own list says whose campaign it is (4.3).
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { singleton } from '#lib/runtime/singleton.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { SHORT_READ_MS } from '#lib/upstream/time-limits.ts';
import { allRecorded } from './learn.ts';

const PER_PAGE = 100;
/** How long a customer's list isn't read again. */
const FRESH_MS = 2_000;

const reads = singleton(
  'customerListReads',
  () => new LRUCache<number, Promise<void>>({ max: 1_000, ttl: FRESH_MS }),
);

/**
 * Waits until the beginning of the customer's list is recorded in the index. If the mail service doesn't answer
 * soon, the index stays as it is.
 */
export async function readCustomerList(customerId: number): Promise<void> {
  const reading = reads.get(customerId) ?? startReading(customerId);
  await reading;
}

function startReading(customerId: number): Promise<void> {
  const input = { customer_id: customerId, page: 1, per_page: PER_PAGE };
  const deadline = deadlineIn(SHORT_READ_MS);
  const reading = readFromService('listCustomerCampaigns', input, { deadline }).then(allRecorded);
  reads.set(customerId, reading);
  return reading;
}
