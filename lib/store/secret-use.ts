/**
 * Which secrets the running servers use for new values. The table of leases contains a row for each secret, which never
 * keeps another server from working.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, gt, like, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { leases } from './schema/leases.ts';

const PREFIX = 'secret ';

/**
 * Records that a server uses a secret.
 * @param fingerprint identifies the secret without revealing it
 * @param ms how long the record is valid
 */
export async function recordSecretUse(db: Database, fingerprint: string, ms: number): Promise<void> {
  const expiresAt = sql`now() + ${ms} * interval '1 millisecond'`;
  await db
    .insert(leases)
    .values({ name: PREFIX + fingerprint, holder: randomUUID(), expiresAt })
    .onConflictDoUpdate({ target: leases.name, set: { expiresAt } });
  await db
    .delete(leases)
    .where(and(like(leases.name, `${PREFIX}%`), lt(leases.expiresAt, sql`now() - interval '1 day'`)));
}

/** Returns whether a server uses a secret with another fingerprint. */
export async function isOtherSecretInUse(db: Database, fingerprint: string): Promise<boolean> {
  const [row] = await db
    .select({ name: leases.name })
    .from(leases)
    .where(
      and(
        like(leases.name, `${PREFIX}%`),
        ne(leases.name, PREFIX + fingerprint),
        gt(leases.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return row !== undefined;
}
