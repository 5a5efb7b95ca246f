/** Tests that readings without changes are recorded together, and that changes never wait for them. */
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getCampaign } from '#lib/data/campaigns.ts';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import { postponeConfirmation, takeConfirmations } from '#lib/index/confirmations.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { recordCampaigns } from '#lib/store/campaign-index.ts';
import { store } from '#lib/store/open.ts';
import { confirmedReadings, indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 8_000;

const read = (id: number) => harness.viewer(() => getCampaign(id));

async function findStatus(id: number): Promise<string | null | undefined> {
  const db = await store();
  const { status } = indexedCampaigns;
  const rows = await db.select({ status }).from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, id));
  return rows[0]?.status;
}

async function findConfirmedAt(id: number): Promise<number> {
  const db = await store();
  const rows = await db.select().from(confirmedReadings).where(eq(confirmedReadings.campaignId, id));
  return rows[0]?.confirmedAt.getTime() ?? 0;
}

/** Adds a campaign that the console has read before. */
async function addKnownCampaign() {
  const campaign = addCampaign(harness.service, { id: nextId++ });
  await read(campaign.id);
  await allRecorded();
  expect(await findStatus(campaign.id)).toBe('draft');
  return campaign;
}

it('records within seconds that a campaign hasn’t changed', async () => {
  const { id } = await addKnownCampaign();
  await read(id);
  await read(id);
  // Recording is delayed, so that later readings can be recorded together with this one.
  expect(await findConfirmedAt(id)).toBe(0);
  await expect.poll(() => findConfirmedAt(id)).toBeGreaterThan(0);
});

it('keeps only the latest waiting reading of each campaign, and keeps the readings from one response together', () => {
  const readAt = (requestedAt: number, ...ids: number[]) =>
    postponeConfirmation(
      { requestedAt, campaigns: ids.map((id) => ({ campaignId: id, fields: indexedFields({ id }) })) },
      () => undefined,
    );
  expect(readAt(1, 501, 502)).toBe(false);
  expect(readAt(3, 501)).toBe(true);
  expect(readAt(2, 501, 502)).toBe(true);
  expect(readAt(4, 502, 503)).toBe(false);
  expect(readAt(5, 502, 503)).toBe(true);
  const taken = takeConfirmations().map(({ requestedAt, campaigns = [] }) => [
    requestedAt,
    campaigns.map(({ campaignId }) => campaignId),
  ]);
  expect(taken).toEqual([
    [3, [501]],
    [5, [502, 503]],
  ]);
  expect(takeConfirmations()).toEqual([]);
});

it('records a change while an earlier reading waits, and doesn’t overwrite the change later', async () => {
  const campaign = await addKnownCampaign();
  // The pending reading never becomes due.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await read(campaign.id);
  campaign.status = 'queued';
  await read(campaign.id);
  expect(await findConfirmedAt(campaign.id)).toBe(0);
  await expect.poll(() => findStatus(campaign.id)).toBe('queued');
  await allRecorded();
  expect(await findStatus(campaign.id)).toBe('queued');
});

it('records a reading that isn’t new to this server if another server has recorded something else', async () => {
  const { id, status } = await addKnownCampaign();
  const fields = indexedFields({ id, status: 'queued' });
  await recordCampaigns(await store(), [{ campaignId: id, fields, requestedMsAgo: 0 }]);
  expect(await findStatus(id)).toBe('queued');
  await read(id);
  await allRecorded();
  expect(await findStatus(id)).toBe(status);
});
