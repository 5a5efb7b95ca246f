/**
 * Tests that one server checks unknown attempts in the background, and that unknown attempts need review
 * after 10 minutes.
 */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { startReconciler } from '#lib/attempts/reconcile.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { cancelCampaign } from '#lib/data/sending.ts';
import { listAttemptsDue, listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { takeLease } from '#lib/store/leases.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 7_000;

/**
 * Starts a cancellation and drops the request. The outcome of the cancellation is unknown while the campaign
 * is queued.
 */
async function startUnknownCancel() {
  const campaign = addCampaign(harness.service, { id: nextId++, status: 'queued' });
  harness.service.injectFault('POST cancel', 'drop_before');
  expect(await harness.sender(() => cancelCampaign(campaign.id))).toMatchObject({
    failure: { kind: 'unknown' },
  });
  return campaign;
}

/** Backdates the start time and last-read time of the campaign's attempts. */
async function backdateAttempt(id: number, startedAgo: string, readAgo: string): Promise<void> {
  const db = await store();
  await db.execute(sql`update attempts set started_at = now() - ${startedAgo}::interval,
    read_at = now() - ${readAgo}::interval where campaign_id = ${id}`);
}

describe('an unknown attempt', () => {
  it.each([
    ['is not', '10 seconds', '4 seconds'],
    ['is', '10 seconds', '6 seconds'],
    // The attempt was four minutes old at the last read, so the next read is due a minute later.
    ['is not', '290 seconds', '50 seconds'],
    ['is', '310 seconds', '70 seconds'],
    // Older attempts are due for a read every two minutes.
    ['is not', '3 days', '110 seconds'],
    ['is', '3 days', '130 seconds'],
  ])('%s due for a read (started %s ago, last read %s ago)', async (verb, startedAgo, readAgo) => {
    const { id } = await startUnknownCancel();
    await backdateAttempt(id, startedAgo, readAgo);
    const due = await listAttemptsDue(await store(), 200);
    expect(due.some(({ campaignId }) => campaignId === id)).toBe(verb === 'is');
  });
});

it('an unknown attempt needs review after 10 minutes, and shows the campaign’s earlier and current states', async () => {
  const campaign = await startUnknownCancel();
  const readAttempt = async () => (await harness.sender(() => listAttempts(campaign.id)))[0];
  await backdateAttempt(campaign.id, '9 minutes 50 seconds', '1 minute');
  expect(await readAttempt()).toMatchObject({ state: 'unknown', needsReview: false });
  await backdateAttempt(campaign.id, '10 minutes', '1 minute');
  Object.assign(campaign, { scheduled_at: '2026-12-24T09:00:00Z' });
  expect(await readAttempt()).toMatchObject({
    needsReview: true,
    before: { status: 'queued' },
    lastReading: { status: 'queued', scheduledAt: '2026-12-24T09:00:00Z' },
    readAt: expect.any(Number),
  });
});

it('only the server that holds the lease checks unknown attempts', async () => {
  const { id } = await startUnknownCancel();
  await backdateAttempt(id, '1 minute', '1 minute');
  const db = await store();
  const other = crypto.randomUUID();
  expect(await takeLease(db, 'reconciler', other, 60_000)).toBe(true);
  harness.service.requests.length = 0;
  const open = vi.fn(store);
  const stop = startReconciler(open);
  const readAt = async () => (await listCampaignAttempts(db, id))[0]?.readAt?.getTime() ?? 0;
  const before = await readAt();
  await expect.poll(() => open.mock.calls.length, { timeout: 10_000 }).toBe(1);
  // Queries run in order, so the reconciler must have failed to take the lease by the time this query ends.
  await takeLease(db, 'reconciler', other, 60_000);
  expect(await readAt()).toBe(before);
  await db.execute(sql`update leases set expires_at = now() where name = 'reconciler'`);
  await expect.poll(readAt, { timeout: 10_000 }).toBeGreaterThan(before);
  stop();
});
