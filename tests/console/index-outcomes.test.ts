/** Tests that an attempt's outcome and the campaign's new state are recorded together. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { readCheckout } from '#lib/data/campaigns.ts';
import { startPayment } from '#lib/data/paying.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import { recordCampaigns } from '#lib/store/campaign-index.ts';
import { store } from '#lib/store/open.ts';
import { saveOwners } from '#lib/store/owners.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { campaignTotals } from '#lib/store/schema/campaign-totals.ts';
import { listenToResponses } from '#lib/upstream/response-listener.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 4_000;

/** Adds a campaign to the service and to the index. */
async function addIndexed(campaign: Partial<TinyCampaign>): Promise<TinyCampaign> {
  const added = addCampaign(harness.service, { id: nextId++, ...campaign });
  const { id, status } = added;
  const fields = indexedFields({ id, status, template_id: 5, recipient_count: 3 });
  const db = await store();
  await recordCampaigns(db, [{ campaignId: id, customerId: added.customer, fields, requestedMsAgo: 60_000 }]);
  return added;
}

async function findRow(id: number) {
  const db = await store();
  const [row] = await db.select().from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, id));
  return row;
}

async function countQueued(): Promise<number> {
  const db = await store();
  const [row] = await db
    .select({ count: sql`coalesce(sum(campaigns), 0)`.mapWith(Number) })
    .from(campaignTotals)
    .where(sql`kind = 'all' and status = 'queued'`);
  return row?.count ?? 0;
}

beforeAll(async () => {
  // Only the transaction that records an outcome writes to the index, as if the console were killed right
  // after the transaction.
  listenToResponses(undefined);
  const db = await store();
  expect(await db.$count(indexedCampaigns)).toBe(0);
});

it('shows a sent campaign as queued, and counts it as queued in the totals', async () => {
  const { id } = await addIndexed({});
  const before = await countQueued();
  expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ ok: true });
  expect(await findRow(id)).toMatchObject({ status: 'queued', customerId: 7 });
  expect(await countQueued()).toBe(before + 1);
});

it('shows a canceled campaign as a draft', async () => {
  const { id } = await addIndexed({ status: 'queued' });
  expect(await harness.sender(() => cancelCampaign(id))).toMatchObject({ ok: true });
  expect(await findRow(id)).toMatchObject({ status: 'draft' });
});

it('adds the copy of a campaign, with the copy’s customer', async () => {
  const { id } = await addIndexed({});
  const copy = await harness.sender(() => cloneCampaign(id));
  if (!copy.ok) throw new Error('The campaign was not copied.');
  expect(await findRow(copy.value.id)).toMatchObject({ status: 'draft', customerId: 7 });
  nextId = copy.value.id + 1;
});

it('marks a deleted campaign as gone, and keeps its customer in the attempt', async () => {
  const { id } = await addIndexed({});
  expect(await harness.admin(() => deleteCampaign(id))).toMatchObject({ ok: true });
  expect(await findRow(id)).toMatchObject({ goneAt: expect.any(Date), isListed: false });
  const db = await store();
  expect(await db.select().from(attempts).where(eq(attempts.campaignId, id))).toMatchObject([
    { operation: 'deleteCampaign', customerId: 7 },
  ]);
});

it('shows a payment by link as soon as checkout shows the payment', async () => {
  const campaign = await addIndexed({ paid: 0 });
  const { id } = campaign;
  const agreed = { ...orderAmounts(campaign), sender_copy: false };
  expect(await harness.sender(() => startPayment(id, { agreed }))).toMatchObject({ ok: true });
  expect(await findRow(id)).toMatchObject({ payment: null });
  campaign.paid = campaign.price;
  await harness.sender(() => readCheckout(id));
  expect(await findRow(id)).toMatchObject({ payment: 'paid_not_sent', alreadyPaid: 1_000, leftToPay: 0 });
});

it('shows the outcome of a call whose response was lost', async () => {
  const { id } = await addIndexed({});
  harness.service.injectFault('POST send', 'drop_after');
  expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ ok: true });
  expect(await findRow(id)).toMatchObject({ status: 'queued' });
});

it('records the outcome even if the index can’t be written', async () => {
  const { id } = await addIndexed({});
  const db = await store();
  await db.execute(sql`alter table campaign_totals add constraint refuse_all check (false) not valid`);
  const sent = await harness.sender(() => sendCampaign(id, {}));
  await db.execute(sql`alter table campaign_totals drop constraint refuse_all`);
  expect(sent).toMatchObject({ ok: true });
  expect((await harness.sender(() => listAttempts(id)))[0]).toMatchObject({ state: 'done' });
  expect(await findRow(id)).toMatchObject({ status: 'draft' });
});

it('leaves the index unchanged if the outcome can’t be recorded', async () => {
  const { id } = await addIndexed({});
  const db = await store();
  await saveOwners(db, 7, [id]);
  await db.execute(sql`alter table attempts add constraint refuse_done check (state <> 'done') not valid`);
  await expect(harness.sender(() => sendCampaign(id, {}))).rejects.toThrow();
  await db.execute(sql`alter table attempts drop constraint refuse_done`);
  expect(await findRow(id)).toMatchObject({ status: 'draft' });
});
