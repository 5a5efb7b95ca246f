/** Tests that upgrading a database keeps every row and applies the new table and column names. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { queryActivity } from '#lib/store/activity.ts';
import { claimAttempt } from '#lib/store/attempts.ts';
import { openStore } from '#lib/store/open.ts';
import { markPaymentsAbandoned, queryPaymentsDue } from '#lib/store/payments.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { copyMigrations } from './support/old-migrations.ts';
import { AT, MEMBER, OLD_ROWS } from './support/old-rows.ts';
import { temporaryFolder } from './support/settings.ts';
import { expectUpgradedRows } from './support/upgraded-rows.ts';

const LAST_OLD_MIGRATION = '0007_decisions_by_guest';

/**
 * Returns the names of all columns, indexes, and constraints as one JSON string. Each column name is preceded
 * by the name of its table.
 */
async function readSchemaNames(db: Database): Promise<string> {
  const result = await db.execute(sql`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
    union select indexname from pg_indexes where schemaname = 'public'
    union select conname from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    order by 1`);
  return JSON.stringify((result as unknown as { rows: unknown }).rows);
}

const data = temporaryFolder();
const fresh = temporaryFolder();
let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => Promise.all([postgres.stop(), data.remove(), fresh.remove()]));

const storeLocations = {
  PGlite: () => ({ databaseUrl: undefined, dataFolder: data.folder }),
  PostgreSQL: () => ({ databaseUrl: postgres.url, dataFolder: data.folder }),
};

describe.each(Object.entries(storeLocations))('upgrading a database on %s', (_, locateStore) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    const { databaseUrl: url, dataFolder } = locateStore();
    const migrations = copyMigrations(data.folder, LAST_OLD_MIGRATION);
    const old = await openDatabase({ url, folder: join(dataFolder, 'console'), migrations });
    for (const statement of OLD_ROWS) await old.db.execute(sql.raw(statement));
    await old.close();
    opened = await openStore(locateStore());
  });
  afterAll(() => opened.close());

  it('keeps every row under the new names and values', () => expectUpgradedRows(opened.db));

  it.each(['update activity set by = null', 'delete from activity', 'truncate activity'])(
    'keeps the activity table append-only and refuses "%s"',
    async (statement) => {
      const reason: unknown = await opened.db
        .execute(sql.raw(statement))
        .catch((error: Error) => error.cause);
      expect(String(reason)).toContain('append-only');
    },
  );

  it('leaves no old table or column name', async () => {
    const names = await readSchemaNames(opened.db);
    expect(names).toContain('guest_decisions.share_link_id');
    expect(names).not.toContain('sessions_from');
    expect(names).not.toMatch(
      /"(shares|notices|share_decisions|sign_in_tries)[._]|share_id|_shares_|lane|word_of|key_hash|verdict|person/,
    );
  });

  it('allows only one unsettled attempt per campaign and lock scope', async () => {
    const attempt = {
      campaignId: 7,
      operation: 'cloneCampaign',
      lockScope: 'copy',
      memberId: MEMBER,
      by: 'ada@example.com',
      amount: null,
    } as const;
    expect(await claimAttempt(opened.db, attempt)).toBeUndefined();
    expect(await claimAttempt(opened.db, { ...attempt, campaignId: 8 })).toBeDefined();
    await opened.db.delete(attempts).where(sql`campaign_id = 8 and state = 'open'`);
  });

  it('changes nothing when the database is opened again', async () => {
    await opened.close();
    opened = await openStore(locateStore());
    await expectUpgradedRows(opened.db);
  });

  it('uses the same names as a new database', async () => {
    const { db, close } = await openStore({ databaseUrl: undefined, dataFolder: fresh.folder });
    const names = await readSchemaNames(db);
    await close();
    expect(await readSchemaNames(opened.db)).toBe(names);
  });

  it('lists each old attempt once, with its latest outcome and the campaign’s owner', async () => {
    expect(await queryActivity(opened.db, {}, { limit: 10 })).toMatchObject([
      { operation: 'payCampaign', outcome: 'started', customerId: 70 },
      { operation: 'updateCustomer', outcome: 'done', customerId: 70 },
      { operation: 'updateTemplate', outcome: 'done', templateId: 9, customerId: null },
      { operation: 'cancelCampaign', outcome: 'paid', campaignId: 7, customerId: 70 },
    ]);
  });

  it('lets a payment link from before the upgrade be marked as abandoned', async () => {
    const { db } = opened;
    expect(await queryPaymentsDue(db, 0, 10)).toEqual([7]);
    await markPaymentsAbandoned(db, 7, Date.parse(AT) - 1);
    expect(await queryActivity(db, { outcome: 'abandoned' }, { limit: 10 })).toEqual([]);
    await markPaymentsAbandoned(db, 7, Date.parse(AT));
    expect(await queryActivity(db, { outcome: 'abandoned' }, { limit: 10 })).toMatchObject([
      { operation: 'payCampaign', amount: '$2.00', earlier: [{ outcome: 'started' }] },
    ]);
    expect(await queryPaymentsDue(db, 0, 10)).toEqual([]);
  });
});
