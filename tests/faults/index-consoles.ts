/**
 * Starts consoles that share one PostgreSQL database, and a mail service whose own database the tests can read
 * and compare with the campaign index.
 */
import { asc, isNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { operations } from '#lib/contract/operations.ts';
import { openDatabase } from '#lib/database/open.ts';
import { indexedFields, indexedPayment } from '#lib/domain/campaign-reading.ts';
import { openStore } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { campaignTotals } from '#lib/store/schema/campaign-totals.ts';
import { presentCampaign, presentCheckout } from '#service/presenters.ts';
import { findCampaignsAt } from '#service/store/campaigns.ts';
import { customers, campaigns as serviceCampaigns, templates } from '#service/store/schema.ts';
import { copyMigrations } from '../console/support/old-migrations.ts';
import { temporaryFolder } from '../console/support/settings.ts';
import { type RunningConsole, startTestConsole } from '../support/console.ts';
import { startPostgres } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';

/** The sync makes as many calls as the settings allow, so that sweeps take seconds. */
const SETTINGS = { DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '6000', LOG_LEVEL: 'silent' };

export type IndexConsoles = Awaited<ReturnType<typeof startIndexConsoles>>;

/** The last migration in the last release that had no campaign index. */
const LAST_OLD_MIGRATION = '0023_proven_guests';
/** A campaign that the earlier release recorded, and that no longer exists. */
export const FORMER_CAMPAIGN = 999_999;
export const OLD_NAME = 'Name before the upgrade';

/** Creates the earlier release's database, with some campaigns' customers and template names. */
async function createOldDatabase(url: string): Promise<void> {
  const { folder, remove } = temporaryFolder();
  const migrations = copyMigrations(folder, LAST_OLD_MIGRATION);
  const { db, close } = await openDatabase({ url, folder: '', migrations });
  await db.execute(sql`create database service`);
  // Campaign 2's recorded customer is wrong.
  await db.execute(
    sql`insert into campaign_owners (campaign_id, customer_id) values (1, 1), (2, 99999), (${FORMER_CAMPAIGN}, 3)`,
  );
  await db.execute(
    sql`insert into campaign_template_names (campaign_id, template_id, name) values (1, 1, ${OLD_NAME})`,
  );
  await close();
  await remove();
}

/** Creates an earlier release's database, upgrades it, and starts consoles that use it. */
export async function startIndexConsoles({
  consoles: count,
  campaigns,
}: Record<'consoles' | 'campaigns', number>) {
  const postgres = await startPostgres();
  await createOldDatabase(postgres.url);
  const serviceUrl = postgres.url.replace(/postgres$/, 'service');
  const service = await startTestService({ campaigns, args: ['--no-render', '--database-url', serviceUrl] });
  const theirs = await openDatabase({
    url: serviceUrl,
    folder: '',
    migrations: 'service/store/migrations',
  });
  const settings = {
    ...SETTINGS,
    DATABASE_URL: postgres.url,
    NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-shared`,
  };
  const all: RunningConsole[] = [];
  for (let i = 0; i < count; i++) all.push(await startTestConsole(service, settings));
  const own = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  return {
    service,
    all,
    db: own.db,
    serviceDb: theirs.db,
    close: async () => {
      await Promise.all(all.map((mailroom) => mailroom.remove()));
      await Promise.all([own.close(), theirs.close()]);
      await service.remove();
      await postgres.stop();
    },
  };
}

/** Waits until every draft's checkout has been read and a new sweep has begun and finished. */
export async function waitForSweep({ db }: IndexConsoles, timeout = 120_000): Promise<void> {
  const [start] = await rowsOf<{ now: string }>(db.execute(sql`select clock_timestamp()::text as now`));
  const isComplete = async () => {
    // Make every draft due. A response to an earlier request might still arrive and show an earlier checkout.
    await db.execute(
      sql`update indexed_campaigns set checkout_read_at = null
        where status = 'draft' and checkout_read_at < ${start?.now}::timestamptz`,
    );
    // Make the next sweep due.
    await db.execute(
      sql`update index_sync set completed_started_at = completed_started_at - interval '1 hour'
        where name = 'sweep' and started_at is null and completed_started_at < ${start?.now}::timestamptz`,
    );
    const [state] = await rowsOf<{ done: boolean }>(
      db.execute(sql`select exists (select from index_sync where name = 'sweep' and completed_started_at >= ${start?.now}::timestamptz)
        and not exists (select from indexed_campaigns where is_listed and status = 'draft' and checkout_read_at is null) as done`),
    );
    return state?.done;
  };
  await expect.poll(isComplete, { timeout, interval: 200 }).toBe(true);
}

const rowsOf = async <T>(result: unknown): Promise<readonly T[]> =>
  (await (result as Promise<{ rows: T[] }>)).rows;

/**
 * Compares every campaign field in the index with the service's database, and the stored totals with sums over the
 * listed campaigns.
 */
export async function expectSameAsDatabase({ db, serviceDb, service }: IndexConsoles): Promise<void> {
  const ids = (await serviceDb.select({ id: serviceCampaigns.id }).from(serviceCampaigns)).map(
    ({ id }) => id,
  );
  const [records, owners, named, rows] = await Promise.all([
    findCampaignsAt(serviceDb, 'id', ids),
    serviceDb.select().from(customers),
    serviceDb.select().from(templates),
    db
      .select()
      .from(indexedCampaigns)
      .where(isNull(indexedCampaigns.goneAt))
      .orderBy(asc(indexedCampaigns.campaignId)),
  ]);
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  const expected = records
    .toSorted((a, b) => a.campaign.id - b.campaign.id)
    .map((record) => {
      const { id, customerId, templateId, status } = record.campaign;
      const owner = ownerOf.get(customerId);
      const campaign = operations.getCampaign.returns.parse(presentCampaign(record, service.url));
      const checkout = operations.checkOutCampaign.returns.parse(
        presentCheckout(record, owner?.creditCents ?? 0, service.url),
      );
      return {
        id,
        customerId,
        customerEmail: owner?.email,
        ...(nameOf.has(templateId) && { templateName: nameOf.get(templateId) }),
        ...indexedFields(campaign),
        ...(status === 'draft' && indexedPayment(checkout)),
      };
    });
  const shown = rows.map((row, i) => {
    const { createdAt, updatedAt, scheduledAt, sentAt, campaignId: id, ...rest } = row;
    const times = { createdAt, updatedAt, scheduledAt, sentAt };
    const ms = Object.entries(times).map(([name, date]) => [name, date?.getTime() ?? null]);
    const all = { id, ...rest, ...Object.fromEntries(ms) } as Record<string, unknown>;
    return Object.fromEntries(Object.keys(expected[i] ?? { id }).map((key) => [key, all[key]]));
  });
  expect(shown).toEqual(expected);

  const listed = rows.filter(({ isListed }) => isListed);
  const count = (values: readonly (number | null)[]) =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  for (const kind of ['all', 'order', 'customer', 'created'] as const) {
    const [sums] = await db
      .select({
        campaigns: sql`coalesce(sum(campaigns), 0)`.mapWith(Number),
        recipients: sql`coalesce(sum(recipients), 0)`.mapWith(Number),
        price: sql`coalesce(sum(price), 0)`.mapWith(Number),
        leftToPay: sql`coalesce(sum(left_to_pay), 0)`.mapWith(Number),
      })
      .from(campaignTotals)
      .where(sql`kind = ${kind}`);
    expect(sums, kind).toEqual({
      campaigns: listed.length,
      recipients: count(listed.map((row) => row.recipients)),
      price: count(listed.map((row) => row.priceMinor)),
      leftToPay: count(listed.map((row) => (row.status === 'draft' ? row.leftToPay : 0))),
    });
  }
}
