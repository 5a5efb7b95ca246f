/**
 * Changes campaigns directly in the mail service while consoles are killed, lose their lease, and get errors.
 * Tests that the campaign index ends up matching the service's own database.
 */
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { createQueuedCampaign, DAY } from '../support/campaigns.ts';
import {
  expectSameAsDatabase,
  FORMER_CAMPAIGN,
  type IndexConsoles,
  OLD_NAME,
  startIndexConsoles,
  waitForSweep,
} from './index-consoles.ts';
import { isFullRun, seed, seededRandom } from './run-size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const ROUNDS = isFullRun ? 40 : 2;
const MINUTE_LIMIT = { timeout: 60_000, interval: 250 };
const random = seededRandom(seed);
const below = (limit: number) => Math.floor(random() * limit);

let consoles: IndexConsoles;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  consoles = await startIndexConsoles({ consoles: isFullRun ? 3 : 1, campaigns: isFullRun ? 400 : 60 });
});
afterAll(() => consoles.close());

const scoped = (customerId: number, id: number) => `/v1/campaigns/customers/${customerId}/campaigns/${id}`;

async function anyCampaign(status: string): Promise<{ id: number; customerId: number } | undefined> {
  const { rows } = (await consoles.serviceDb.execute(
    sql`select id, customer_id from campaigns where status = ${status} order by md5(id::text || ${String(random())}) limit 1`,
  )) as unknown as { rows: { id: string; customer_id: string }[] };
  const [row] = rows;
  return row && { id: Number(row.id), customerId: Number(row.customer_id) };
}

/** Changes made directly in the service. */
const changes: readonly (() => Promise<unknown>)[] = [
  async () => {
    const any = await anyCampaign('mailed');
    if (any) await consoles.service.call('POST', `${scoped(any.customerId, any.id)}/clone`);
  },
  async () => {
    const draft = await anyCampaign('draft');
    if (draft) await consoles.service.call('DELETE', scoped(draft.customerId, draft.id));
  },
  async () => {
    const draft = await anyCampaign('draft');
    const address = {
      name: 'Ada',
      address_line1: '1 Main St',
      address_city: 'Rye',
      address_state: 'NY',
      address_zip: '10580',
    };
    if (draft) await consoles.service.changeRecipients(draft.id, [address], 1 + below(900));
  },
  async () => {
    const queued = await anyCampaign('queued');
    if (queued)
      await consoles.service
        .call('POST', `${scoped(queued.customerId, queued.id)}/cancel`)
        .catch(() => undefined);
  },
  () => createQueuedCampaign(consoles.service),
  () => consoles.service.advanceClock(below(3 * DAY)),
];

/** Faults in the middle of a sweep. */
const troubles: readonly (() => Promise<unknown>)[] = [
  () => consoles.service.injectFaults({ operation: '*', kind: 'status', status: 503, n: 1 + below(8) }),
  () => consoles.service.injectFaults({ operation: '*', kind: 'status', status: 429, n: 1 + below(4) }),
  () => consoles.service.injectFaults({ operation: '*', kind: 'drop_before', n: 1 + below(6) }),
  () => consoles.service.injectFaults({ operation: 'listCustomerCampaigns', kind: 'malformed', n: 2 }),
  () =>
    consoles.service.injectFaults({
      operation: '*',
      kind: 'delay_after',
      ms: isFullRun ? 8_000 : 1_500,
      n: 2,
    }),
  async () => {
    const mailroom = consoles.all[below(consoles.all.length)];
    await mailroom?.kill();
    await mailroom?.start();
  },
  // Another server takes the lease, does nothing, and dies.
  () =>
    consoles.db.execute(
      sql`update leases set holder = gen_random_uuid(), expires_at = now() + interval '${sql.raw(String(isFullRun ? 25 : 2))} seconds' where name = 'index sync'`,
    ),
];

it('the index matches the service’s database after an upgrade, and keeps the earlier release’s data', async () => {
  await waitForSweep(consoles);
  await expectSameAsDatabase(consoles);
  const ids = [1, FORMER_CAMPAIGN];
  const rows = await consoles.db
    .select()
    .from(indexedCampaigns)
    .where(inArray(indexedCampaigns.campaignId, ids))
    .orderBy(indexedCampaigns.campaignId);
  expect(rows).toMatchObject([
    { firstTemplateName: OLD_NAME },
    { customerId: 3, isListed: false, goneAt: expect.any(Date) },
  ]);
  expect(rows[0]?.templateName).not.toBe(OLD_NAME);
});

it(`the index matches the service’s database after changes, errors, and kills (${ROUNDS} rounds)`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    // Make a sweep due, so that the faults occur in the middle of it.
    await consoles.db.execute(
      sql`update index_sync set completed_started_at = now() - interval '1 hour' where name = 'sweep'`,
    );
    for (let i = 0; i < (isFullRun ? 4 : 3); i++) {
      // The faults affect these calls, too.
      await changes[below(changes.length)]?.().catch(() => undefined);
      await troubles[isFullRun ? below(troubles.length) : round * 3 + i]?.();
    }
    await consoles.service.clearFaults();
    await waitForSweep(consoles);
    await expectSameAsDatabase(consoles);
  }
});

/** Makes the short tasks due. The full run waits until they become due on their own. */
async function hurry(): Promise<void> {
  if (isFullRun) return;
  await consoles.db.execute(
    sql`update index_sync set completed_started_at = now() - interval '1 hour' where name in ('head', 'active')`,
  );
}

async function findStatus(id: number): Promise<string | null> {
  const { rows } = (await consoles.db.execute(
    sql`select case when is_listed then status else 'not listed' end as status from indexed_campaigns where campaign_id = ${id}`,
  )) as unknown as { rows: { status: string | null }[] };
  return rows[0]?.status ?? null;
}

it('the index shows within a minute that a campaign was canceled directly at the service', async () => {
  const { id, customerId } = await createQueuedCampaign(consoles.service);
  await hurry();
  await expect.poll(() => findStatus(id), MINUTE_LIMIT).toBe('queued');
  await consoles.service.call('POST', `${scoped(customerId, id)}/cancel`);
  await hurry();
  await expect.poll(() => findStatus(id), MINUTE_LIMIT).toBe('draft');
});

it('if the service’s clock advances by 11 days, the index shows within a minute that campaigns were mailed', async () => {
  const { id } = await createQueuedCampaign(consoles.service);
  await hurry();
  await expect.poll(() => findStatus(id), MINUTE_LIMIT).toBe('queued');
  await consoles.service.advanceClock(11 * DAY);
  await hurry();
  await expect.poll(() => findStatus(id), MINUTE_LIMIT).toBe('mailed');
  await waitForSweep(consoles);
  await expectSameAsDatabase(consoles);
});

it('the index is refilled after its tables are emptied', async () => {
  await consoles.db.execute(sql`truncate indexed_campaigns`);
  await waitForSweep(consoles);
  await expectSameAsDatabase(consoles);
});
