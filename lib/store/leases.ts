import 'server-only';
import { eq, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { leases } from './schema.ts';

/**
 * Takes or prolongs what only one of several servers does at a time. By the database's clock, so that it holds whatever
 * the servers' clocks say; one that dies loses it when the time is over.
 * @param holder this process's own id
 * @returns whether it is this process's now
 */
export async function takeLease(db: Database, name: string, holder: string, ms: number): Promise<boolean> {
  const until = sql`now() + ${ms} * interval '1 millisecond'`;
  const rows = await db
    .insert(leases)
    .values({ name, holder, expiresAt: until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expiresAt: until },
      setWhere: or(eq(leases.holder, holder), lt(leases.expiresAt, sql`now()`)),
    })
    .returning({ name: leases.name });
  return rows.length > 0;
}
