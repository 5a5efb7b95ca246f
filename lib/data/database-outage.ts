/** Lets pages check whether the database is down. */
import 'server-only';
import { sql } from 'drizzle-orm';
import { store } from '#lib/store/open.ts';

export { isDatabaseOutage } from '#lib/database/outage.ts';

/** @throws if the database doesn't respond */
export async function requireDatabase(): Promise<void> {
  await (await store()).execute(sql`select 1`);
}
