import 'server-only';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { KEY_HOURS } from '#lib/domain/idempotency-key.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { msSince } from './elapsed.ts';
import { idempotencyKeys } from './schema/idempotency-keys.ts';

export interface KeyUse {
  readonly memberId: string;
  readonly key: string;
  /** A hash of the operation and its input. */
  readonly fingerprint: string;
}

type KeyRow = typeof idempotencyKeys.$inferSelect;
export type AgedKeyRow = KeyRow & { readonly ageMs: number };

const isKey = ({ memberId, key }: Pick<KeyUse, 'memberId' | 'key'>) =>
  and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key));

/** @returns true if the key wasn't in use and is now reserved for this request */
export async function reserveKey(db: Database, use: KeyUse): Promise<boolean> {
  const rows = await db.insert(idempotencyKeys).values(use).onConflictDoNothing().returning();
  return rows.length > 0;
}

/** Finds a member's earlier use of a key. The age is in milliseconds, according to the database's clock. */
export async function findKeyUse(db: Database, use: KeyUse): Promise<AgedKeyRow | undefined> {
  const [found] = await db
    .select({ row: idempotencyKeys, ageMs: msSince<number>(idempotencyKeys.startedAt) })
    .from(idempotencyKeys)
    .where(isKey(use))
    .limit(1);
  return found && { ...found.row, ageMs: found.ageMs };
}

/**
 * Reserves a key again after its first request had no effect.
 * @param startedAt when the first request started. If another request has reserved the key since then, the
 * reservation fails.
 * @returns true if the key is now reserved for this request
 */
export async function reserveKeyAgain(db: Database, use: KeyUse, startedAt: Date): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({ startedAt: sql`now()`, answer: null })
    .where(and(isKey(use), eq(idempotencyKeys.startedAt, startedAt)))
    .returning();
  return rows.length > 0;
}

export async function saveAnswer(db: Database, use: KeyUse, answer: Outcome<unknown>): Promise<void> {
  await db.update(idempotencyKeys).set({ answer }).where(isKey(use));
}

/** Releases a key whose request had no effect, so that the same request can be sent again. */
export async function releaseKey(db: Database, use: KeyUse): Promise<void> {
  await db.delete(idempotencyKeys).where(isKey(use));
}

export async function deleteExpiredKeys(db: Database): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.startedAt, sql`now() - ${KEY_HOURS} * interval '1 hour'`));
}
