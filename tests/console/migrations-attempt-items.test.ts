/** Tests that the upgrade records whether each earlier attempt was made for a bulk job or a payment run. */
import { join } from 'node:path';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { copyMigrations } from './support/old-migrations.ts';
import { temporaryFolder } from './support/settings.ts';

const LAST_OLD_MIGRATION = '0037_spending_order';
const [RUN_KEY, JOB_KEY] = [crypto.randomUUID(), crypto.randomUUID()];

const data = temporaryFolder();
let opened: OpenDatabase;
beforeAll(async () => {
  const migrations = copyMigrations(data.folder, LAST_OLD_MIGRATION);
  const { db, close } = await openDatabase({
    url: undefined,
    folder: join(data.folder, 'console'),
    migrations,
  });
  await db.execute(sql`insert into payment_runs (by) values ('ada@example.com')`);
  await db.execute(sql`insert into payment_run_items (run_id, position, campaign_id, send_key)
    select id, 1, 1, ${RUN_KEY}::uuid from payment_runs`);
  for (const [i, key] of [RUN_KEY, JOB_KEY, null].entries())
    await db.execute(sql`insert into attempts (campaign_id, operation, lock_scope, state, by, job_key)
      values (${i + 1}, 'sendCampaign', 'mail', 'done', 'ada@example.com', ${key})`);
  await close();
  opened = await openStore({ databaseUrl: undefined, dataFolder: data.folder });
});
afterAll(async () => {
  await opened.close();
  await data.remove();
});

it('each attempt keeps its item’s key and gets its item’s kind', async () => {
  const { itemKey, itemKind } = attempts;
  expect(
    await opened.db.select({ itemKey, itemKind }).from(attempts).orderBy(asc(attempts.campaignId)),
  ).toEqual([
    { itemKey: RUN_KEY, itemKind: 'payment_run' },
    { itemKey: JOB_KEY, itemKind: 'job' },
    { itemKey: null, itemKind: null },
  ]);
});
