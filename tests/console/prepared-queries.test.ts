/** Tests queries whose SQL is built only once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '#lib/database/database.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { prepareOnce } from '#lib/database/prepared.ts';
import { listCampaignAttempts, listUnsettledAttempts } from '#lib/store/attempt-queries.ts';
import { openStore } from '#lib/store/open.ts';
import { findStartView, querySavedViews } from '#lib/store/saved-views.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { listSucceededAttempts } from '#lib/store/succeeded-attempts.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from './support/settings.ts';

let postgres: Postgres;
let opened: OpenDatabase;
let db: Database;
const data = temporaryFolder();
beforeAll(async () => {
  postgres = await startPostgres();
  // With a single connection, every query sees what earlier queries left on the connection.
  opened = await openStore({ databaseUrl: postgres.url, dataFolder: data.folder, databasePool: 1 });
  db = opened.db;
});
afterAll(async () => {
  await opened.close();
  await Promise.all([postgres.stop(), data.remove()]);
});

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('prepareOnce', () => {
  it('builds a query once for each database', async () => {
    let built = 0;
    const one = prepareOnce((database) => {
      built += 1;
      return database
        .select({ one: sql<number>`${sql.placeholder('value')}::int` })
        .from(sql`(select 1)`)
        .prepare('');
    });
    expect(await one(db).execute({ value: 1 })).toEqual([{ one: 1 }]);
    expect(await one(db).execute({ value: 2 })).toEqual([{ one: 2 }]);
    expect(built).toBe(1);
    await db.transaction(async (tx) => {
      expect(await one(tx).execute({ value: 3 })).toEqual([{ one: 3 }]);
    });
    expect(built).toBe(2);
  });
});

describe('a prepared query in the store', () => {
  it('uses each call’s values, and sees changes and transactions', async () => {
    const add = async (database: Database, campaignId: number, state: 'open' | 'done') => {
      const values = {
        id: randomUUID(),
        campaignId,
        operation: 'sendCampaign',
        lockScope: 'mail',
        state,
        by: 'a@b.c',
      };
      await database
        .insert(attempts)
        .values({ ...values, settledAt: state === 'done' ? new Date() : null } as never);
      return values.id;
    };
    const [first, second] = [await add(db, 1, 'done'), await add(db, 2, 'open')];
    expect(idsOf(await listCampaignAttempts(db, 1))).toEqual([first]);
    expect(idsOf(await listCampaignAttempts(db, 2))).toEqual([second]);
    expect(idsOf(await listUnsettledAttempts(db))).toEqual([second]);
    expect(idsOf(await listSucceededAttempts(db, 1))).toEqual([first]);
    expect(idsOf(await listSucceededAttempts(db, 2))).toEqual([]);
    await db
      .transaction(async (tx) => {
        const third = await add(tx, 1, 'done');
        expect(idsOf(await listCampaignAttempts(tx, 1)).toSorted()).toEqual([first, third].toSorted());
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(idsOf(await listCampaignAttempts(db, 1))).toEqual([first]);
  });

  it('leaves no named statement on a connection, because a pooler might switch connections', async () => {
    await listUnsettledAttempts(db);
    await listCampaignAttempts(db, 1);
    await listSucceededAttempts(db, 1);
    await querySavedViews(db, randomUUID());
    await findStartView(db, randomUUID());
    await readApprovalSettings(db);
    expect(await queryRows(db, sql`select name from pg_prepared_statements`)).toEqual([]);
  });
});
