/** Tests the amounts left to pay for drafts that show the same credit in the embedded service. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type IndexedList, readCampaignList } from '#lib/data/campaign-list.ts';
import { readSelection } from '#lib/data/job-selection.ts';
import { findRunCandidates } from '#lib/data/payment-run-selection.ts';
import type { ListRequest } from '#lib/domain/campaign-list.ts';
import { sumLeftOfTotals } from '#lib/domain/left-to-pay.ts';
import { sumLeftToPay } from '#lib/domain/payment-run.ts';
import { describeFreshness } from '#lib/format/freshness.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { readIndexed } from '#lib/store/index-list.ts';
import { store } from '#lib/store/open.ts';
import { indexSync } from '#lib/store/schema/campaign-index.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { currentPriceBlock, fetchCheckout, payByCard, requestPayLink } from '../support/campaigns.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { setUpHarness } from './support/harness.ts';
import { succeeded } from './support/payment-runs.ts';
import { runRound, sweepCompletely } from './support/synced-index.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const harness = setUpHarness();
const DATE_SETTINGS = { zone: 'UTC', locale: 'en-US' };
let service: RunningService;
beforeAll(async () => {
  service = await startTestService({ campaigns: 60, args: ['--no-render'] });
  harness.applySettings({
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
  });
  await sweepCompletely();
  // Each round reads the checkouts of a few campaigns.
  while ((await syncPaymentsOnce()).length > 0);
});
afterAll(() => service.remove());

const listOf = (indexFilter: ListRequest['indexFilter']): ListRequest => ({
  ...{ filters: {}, customers: [], templates: [], sort: undefined },
  indexFilter,
});
const UNPAID = listOf({ payment: ['unpaid'] });

async function readList(request: ListRequest): Promise<IndexedList> {
  const listing = succeeded(await harness.sender(() => readCampaignList(request, { page: 1, perPage: 100 })));
  if (listing.kind !== 'indexed') throw new Error(`The list is ${listing.kind}.`);
  return listing.list;
}

const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);

/** Returns what checkout shows for each unpaid draft of the customer, in cents. */
async function readCheckouts(ids: readonly number[]) {
  return Promise.all(
    ids.map(async (id) => {
      const { credit, to_be_paid } = currentPriceBlock(await fetchCheckout(service, id));
      return { id, credit: cents(credit), left: cents(to_be_paid) };
    }),
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Finds a customer with several unpaid drafts that show the same credit. */
async function findSharedCredit() {
  const { items } = await readList(UNPAID);
  const byCustomer = Map.groupBy(
    items.filter(({ amounts }) => (amounts?.credit ?? 0) > 0),
    ({ customer }) => customer?.id,
  );
  const shared = [...byCustomer].find(([, drafts]) => drafts.length > 2);
  if (shared?.[0] === undefined) throw new Error('No customer has three unpaid drafts with a credit.');
  const [customerId, drafts] = shared;
  return { customerId, ids: drafts.map(({ campaign }) => campaign.id) };
}

describe('the amount left to pay for drafts with the same credit', () => {
  it('isn’t lower in a list, a selection, or a payment run than the amount that is eventually paid', async () => {
    const { customerId, ids } = await findSharedCredit();
    const checkouts = await readCheckouts(ids);
    const [{ credit } = { credit: 0 }] = checkouts;
    const beforeCredits = sum(checkouts.map((checkout) => checkout.left + checkout.credit));
    // The customer can use the credit only once, so the drafts cost at least this much.
    expect(beforeCredits).toBeGreaterThanOrEqual(sum(checkouts.map(({ left }) => left)) + 2 * credit);
    const expected = { sums: [{ currency: '$', amount: beforeCredits }], isBeforeCredits: true };

    const list = await readList({ ...UNPAID, customers: [String(customerId)] });
    expect(list.items.map(({ campaign }) => campaign.id).sort()).toEqual(ids.toSorted());
    expect(sumLeftOfTotals(list.totals)).toEqual(expected);

    const selection = { kind: 'ids', ids } as const;
    expect(succeeded(await harness.sender(() => readSelection(selection)))).toMatchObject({
      totals: [{ currency: '$', left: beforeCredits }],
      isBeforeCredits: true,
    });

    const run = succeeded(await harness.sender(() => findRunCandidates(selection)));
    if (run.kind !== 'found') throw new Error(run.kind);
    expect(sumLeftToPay(run.payable)).toEqual({ ...expected, unclear: 0 });
  });

  it('takes the credit into account if there is only one draft', async () => {
    const { ids } = await findSharedCredit();
    const [checkout] = await readCheckouts(ids.slice(0, 1));
    const selection = { kind: 'ids', ids: ids.slice(0, 1) } as const;
    expect(succeeded(await harness.sender(() => readSelection(selection)))).toMatchObject({
      totals: [{ left: checkout?.left }],
      isBeforeCredits: false,
    });
  });
});

/** Reads one campaign, as a page does, and waits until the response is recorded. */
async function readOnPage(operation: 'getCampaign' | 'checkOutCampaign', id: number): Promise<void> {
  await readFromService(operation, { id }, { fresh: true });
  await allRecorded();
}

/** Runs the sync, and returns the campaigns whose checkout it reads. */
async function syncPaymentsOnce(): Promise<readonly number[]> {
  const db = await store();
  await service.clearRequests();
  await db
    .update(indexSync)
    .set({ startedAt: null, completedStartedAt: sql`now() - interval '1 minute'` })
    .where(eq(indexSync.name, 'payments'));
  await runRound();
  return (await service.requests()).flatMap(({ path }) => {
    const id = /\/campaigns\/(\d+)\/checkout/.exec(path)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}

/** Compares the index with what checkout shows for the drafts. */
async function expectCurrent(ids: readonly number[]): Promise<void> {
  const rows = await readIndexed(await store(), ids);
  expect(rows.map(({ campaignId: id, credit, leftToPay: left }) => ({ id, credit, left }))).toEqual(
    await readCheckouts(ids),
  );
}

describe('another draft with the same credit', () => {
  it('isn’t read again if nothing used the shared credit', async () => {
    const db = await store();
    const { ids } = await findSharedCredit();
    const [first = 0] = ids;
    // Wait, so that no other reading is recorded in the meantime.
    await allRecorded();
    const readAt = async () => (await readIndexed(db, ids.slice(1))).map((row) => row.checkoutReadAt);
    const times = await readAt();
    await readOnPage('checkOutCampaign', first);
    expect(await readAt()).toEqual(times);
  });

  it('is read at the next sync after a payment uses the shared credit, and again after a deletion restores it', async () => {
    const { ids } = await findSharedCredit();
    const [paid = 0, ...others] = ids;
    const before = await readCheckouts(others);
    await payByCard(await requestPayLink(service, paid));
    expect(await readCheckouts(others)).not.toEqual(before);
    await readOnPage('checkOutCampaign', paid);
    expect(describeFreshness(await readFreshness(), DATE_SETTINGS)).toContain('Amounts are being updated');
    expect(await syncPaymentsOnce()).toEqual(expect.arrayContaining(others));
    await expectCurrent(others);

    const { customerId } = (await readIndexed(await store(), [paid]))[0] ?? {};
    await service.call('DELETE', `/v1/campaigns/customers/${customerId}/campaigns/${paid}`);
    await readOnPage('getCampaign', paid);
    expect(await syncPaymentsOnce()).toEqual(expect.arrayContaining(others));
    await expectCurrent(others);
  });
});
