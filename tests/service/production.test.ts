import { rmSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#lib/database/open.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { openClock } from '#service/clock.ts';
import { createProductionScheduler } from '#service/production/scheduler.ts';
import { MAILING_MS, PROCESSING_MS } from '#service/rules/production-times.ts';
import { campaigns } from '#service/store/schema.ts';
import {
  createServiceDataFolder,
  draftRow,
  MIGRATIONS,
  openService,
  START,
  statusAndCode,
  type TestService,
} from './fixture.ts';

let folder: string;
const rows = Array.from({ length: 8 }, () => draftRow({ paidCents: 112_710 }));
let machineNow = START;
let service: TestService;
const open = (clockRate = 0) =>
  openService({ folder, controls: true, clockRate, machineNow: () => machineNow, rows });

beforeAll(async () => {
  folder = await createServiceDataFolder();
  service = await open();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const readClock = async () => Date.parse((await service.request<{ now: string }>('/sandbox/clock')).body.now);
const advance = (ms: number) => service.control('clock', { advance_ms: ms });
const campaign = async (id: number) => (await service.call('getCampaign', { id })).body;

/** The service's time at the start of the current test. Earlier tests have advanced the clock. */
let startedAt = START;
beforeEach(async () => {
  startedAt = await readClock();
});
const timeAfter = (ms: number) => new Date(startedAt + ms).toISOString();
const scheduleCampaign = (id: number, aheadMs: number) =>
  service.call('sendCampaign', { customer_id: 1, id, date: timeAfter(aheadMs) });

test('a campaign reaches each status at exactly the right time', async () => {
  await scheduleCampaign(1, 20 * MINUTE_MS);
  expect(await campaign(1)).toMatchObject({
    status: 'queued',
    scheduled_at: timeAfter(20 * MINUTE_MS),
    sent_at: null,
  });
  await advance(20 * MINUTE_MS - 1);
  expect((await campaign(1)).status).toBe('queued');
  await advance(1);
  expect(await campaign(1)).toMatchObject({
    status: 'processing',
    sent_at: null,
    updated_at: timeAfter(20 * MINUTE_MS),
  });
  await advance(PROCESSING_MS - 1);
  expect((await campaign(1)).status).toBe('processing');
  await advance(1);
  expect(await campaign(1)).toMatchObject({
    status: 'sent',
    sent_at: timeAfter(20 * MINUTE_MS + PROCESSING_MS),
  });
  await advance(MAILING_MS - 1);
  expect((await campaign(1)).status).toBe('sent');
  await advance(1);
  expect(await campaign(1)).toMatchObject({
    status: 'mailed',
    sent_at: timeAfter(20 * MINUTE_MS + PROCESSING_MS),
    updated_at: timeAfter(20 * MINUTE_MS + PROCESSING_MS + MAILING_MS),
  });
});

test('campaigns move through production in the right order and at the right times when the clock is advanced by 30 days', async () => {
  await scheduleCampaign(2, 3 * DAY_MS);
  await scheduleCampaign(3, 15 * MINUTE_MS);
  await scheduleCampaign(4, 89 * DAY_MS);
  await advance(30 * DAY_MS);
  expect(await campaign(2)).toMatchObject({
    status: 'mailed',
    sent_at: timeAfter(3 * DAY_MS + PROCESSING_MS),
  });
  expect(await campaign(3)).toMatchObject({
    status: 'mailed',
    sent_at: timeAfter(15 * MINUTE_MS + PROCESSING_MS),
  });
  expect(await campaign(4)).toMatchObject({ status: 'queued' });
  await advance(59 * DAY_MS + PROCESSING_MS);
  expect(await campaign(4)).toMatchObject({
    status: 'sent',
    sent_at: timeAfter(89 * DAY_MS + PROCESSING_MS),
  });
  const { body } = await service.call('listCampaigns', { sent_at: { from: timeAfter(0) } });
  expect(body.items?.map((item) => item.id)).toEqual([4, 2, 3]);
});

test('a campaign stays out of production if it is canceled after a v2 send', async () => {
  const { body } = await service.call('sendCampaignOnInvoice', { id: '5' });
  expect([body.status, body.expected_delivery_date]).toEqual([
    'in_queue',
    expect.stringMatching(/T00:00:00\.000Z$/),
  ]);
  expect((await campaign(5)).expected_delivery_date).toBe(body.expected_delivery_date?.slice(0, 10));
  await service.call('cancelCampaign', { id: 5 });
  await advance(10 * DAY_MS);
  expect(await campaign(5)).toMatchObject({ status: 'draft', sent_at: null, expected_delivery_date: null });
  expect(statusAndCode(await service.call('cancelCampaign', { id: 5 }))).toBe('409 not_queued');
});

test('the clock continues after a restart, and campaigns that became due in the meantime catch up', async () => {
  await scheduleCampaign(6, 20 * MINUTE_MS);
  await advance(10 * MINUTE_MS);
  await service.close();
  // At a clock rate of 48, an hour of system time is two days of service time.
  service = await open(48);
  expect(await readClock()).toBe(startedAt + 10 * MINUTE_MS);
  expect((await campaign(6)).status).toBe('queued');
  await service.close();
  machineNow += 60 * MINUTE_MS;
  service = await open(48);
  expect(await campaign(6)).toMatchObject({
    status: 'mailed',
    sent_at: timeAfter(20 * MINUTE_MS + PROCESSING_MS),
  });
  expect(await readClock()).toBe(startedAt + 10 * MINUTE_MS + 2 * DAY_MS);
  machineNow -= 30 * MINUTE_MS;
  expect(await readClock(), 'after the system clock was set back').toBe(
    startedAt + 10 * MINUTE_MS + 2 * DAY_MS,
  );
});

test('due campaigns move to their next status even without requests', async () => {
  await service.close();
  const { db, close } = await openDatabase({ folder, migrations: MIGRATIONS });
  const clock = await openClock(db, 1, () => machineNow);
  const scheduledAt = new Date(clock.now() + 15 * MINUTE_MS);
  await db.update(campaigns).set({ status: 'queued', scheduledAt }).where(eq(campaigns.id, 7));
  const production = createProductionScheduler(db, clock);
  production.start();
  machineNow += 15 * MINUTE_MS;
  const readStatus = () => db.select({ status: campaigns.status }).from(campaigns).where(eq(campaigns.id, 7));
  await expect.poll(readStatus, { timeout: 10_000 }).toEqual([{ status: 'processing' }]);
  await production.stop();
  await close();
  service = await open();
});
