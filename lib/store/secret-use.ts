/**
 * Which secrets the running servers use for new values. The table of leases contains a row for each secret.
 * Unlike a lease, such a row never keeps another server from working.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, gt, like, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { leases } from './schema/leases.ts';

/** The name prefix of rows that aren't leases. The rest of each name is a hash of the secret. */
export const SECRET_PREFIX = 'secret ';

/**
 * Records that a server uses a secret.
 * @param fingerprint identifies the secret without revealing it
 * @param ms how long the record is valid
 */
export async function recordSecretUse(db: Database, fingerprint: string, ms: number): Promise<void> {
  const expiresAt = sql`now() + ${ms} * interval '1 millisecond'`;
  await db
    .insert(leases)
    .values({ name: SECRET_PREFIX + fingerprint, holder: randomUUID(), expiresAt })
    .onConflictDoUpdate({ target: leases.name, set: { expiresAt } });
  await db
    .delete(leases)
    .where(and(like(leases.name, `${SECRET_PREFIX}%`), lt(leases.expiresAt, sql`now() - interval '1 day'`)));
}

/** Returns whether any server uses a secret with a different fingerprint. */
export async function isOtherSecretInUse(db: Database, fingerprint: string): Promise<boolean> {
  const [row] = await db
    .select({ name: leases.name })
    .from(leases)
    .where(
      and(
        like(leases.name, `${SECRET_PREFIX}%`),
        ne(leases.name, SECRET_PREFIX + fingerprint),
        gt(leases.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return row !== undefined;
}
