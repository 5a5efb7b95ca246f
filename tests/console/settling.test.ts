/** What is unknown is read back in the background: by one server, ever more rarely, and after ten minutes by a person. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { startReconciler } from '#lib/attempts/reconcile.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { cancelCampaign } from '#lib/data/sending.ts';
import { listCampaignAttempts, listAttemptsDue } from '#lib/store/attempts.ts';
import { takeLease } from '#lib/store/leases.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 7_000;

/** A cancel whose answer got lost before it was done: nothing that can be read tells. */
async function unknown() {
  const campaign = addCampaign(harness.service, { id: nextId++, status: 'queued' });
  harness.service.injectFault('POST cancel', 'drop_before');
  expect(await harness.sender(() => cancelCampaign(campaign.id))).toMatchObject({
    failure: { kind: 'unknown' },
  });
  return campaign;
}

/** As if it had been begun so long ago, and last read back so long ago. */
async function age(id: number, begun: string, read: string): Promise<void> {
  const db = await store();
  await db.execute(sql`update attempts set started_at = now() - ${begun}::interval,
    read_at = now() - ${read}::interval where campaign_id = ${id}`);
}

describe('the next reading', () => {
  it.each([
    ['10 seconds', '4 seconds', false],
    ['10 seconds', '6 seconds', true],
    // Read back when it was four minutes old: again a minute later.
    ['290 seconds', '50 seconds', false],
    ['310 seconds', '70 seconds', true],
    // Never rarer than every two minutes.
    ['3 days', '110 seconds', false],
    ['3 days', '130 seconds', true],
  ])('of what was begun %s ago and read %s ago is due: %s', async (begun, read, isDue) => {
    const { id } = await unknown();
    await age(id, begun, read);
    const due = await listAttemptsDue(await store(), 200);
    expect(due.some(({ campaignId }) => campaignId === id)).toBe(isDue);
  });
});

it('a person is asked after ten minutes, and shown what was read before and now', async () => {
  const campaign = await unknown();
  const one = async () => (await harness.sender(() => listAttempts(campaign.id)))[0];
  await age(campaign.id, '9 minutes 50 seconds', '1 minute');
  expect(await one()).toMatchObject({ state: 'unknown', needsReview: false });
  await age(campaign.id, '10 minutes', '1 minute');
  Object.assign(campaign, { scheduled_at: '2026-12-24T09:00:00Z' });
  expect(await one()).toMatchObject({
    needsReview: true,
    before: { status: 'queued' },
    lastReading: { status: 'queued', scheduledAt: '2026-12-24T09:00:00Z' },
    readAt: expect.any(Number),
  });
});

it('only the server that holds the lease reads back', async () => {
  const { id } = await unknown();
  await age(id, '1 minute', '1 minute');
  const db = await store();
  const other = crypto.randomUUID();
  expect(await takeLease(db, 'reconciler', other, 60_000)).toBe(true);
  harness.service.requests.length = 0;
  const open = vi.fn(store);
  const stop = startReconciler(open);
  const readAt = async () => (await listCampaignAttempts(db, id))[0]?.readAt?.getTime() ?? 0;
  const before = await readAt();
  await expect.poll(() => open.mock.calls.length, { timeout: 10_000 }).toBe(1);
  // The database takes one thing after the other: by now it has looked, and left it to the other.
  await takeLease(db, 'reconciler', other, 60_000);
  expect(await readAt()).toBe(before);
  await db.execute(sql`update leases set expires_at = now() where name = 'reconciler'`);
  await expect.poll(readAt, { timeout: 10_000 }).toBeGreaterThan(before);
  stop();
});
