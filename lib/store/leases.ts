import 'server-only';
import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { leases } from './schema/leases.ts';

/**
 * Takes or extends the lease on work that only one server can do at a time. Expiration uses the database's
 * clock, so the servers' clocks don't matter. If a server dies, its lease expires. If a lease would expire
 * much later than a new one, it was taken before the database's clock was set back, so it counts as expired.
 * @param holder this process's id
 * @returns whether this process now holds the lease
 */
export async function takeLease(db: Database, name: string, holder: string, ms: number): Promise<boolean> {
  const expiresAt = sql`now() + ${ms} * interval '1 millisecond'`;
  const rows = await db
    .insert(leases)
    .values({ name, holder, expiresAt })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expiresAt },
      setWhere: or(
        eq(leases.holder, holder),
        lt(leases.expiresAt, sql`now()`),
        gt(leases.expiresAt, sql`${expiresAt} + interval '1 minute'`),
      ),
    })
    .returning({ name: leases.name });
  return rows.length > 0;
}

/** Gives up the lease, if this process holds it, so that another server can take it at once. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
}
