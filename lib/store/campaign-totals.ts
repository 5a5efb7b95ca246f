import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
/** Placeholder for the query layer's module. */
export async function compactTotals(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
