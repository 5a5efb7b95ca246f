import { asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { customers } from './schema.ts';

export type StoredCustomer = typeof customers.$inferSelect;

/** Returns a page of customers, ordered by id. */
export async function queryCustomers(db: Database, offset: number, limit: number) {
  const [counted] = await db.select({ total: count() }).from(customers);
  const rows = await db.select().from(customers).orderBy(asc(customers.id)).limit(limit).offset(offset);
  return { rows, total: counted?.total ?? 0 };
}

export async function findCustomer(db: Database, id: number): Promise<StoredCustomer | undefined> {
  const [row] = await db.select().from(customers).where(eq(customers.id, id));
  return row;
}

/**
 * Locks a customer's row and returns the customer's credit. The campaign must be locked first, because a
 * consistent lock order prevents deadlocks.
 */
export async function lockCredit(tx: Database, customerId: number): Promise<number> {
  const [row] = await tx
    .select({ creditCents: customers.creditCents })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('update');
  if (!row) throw new Error(`Customer ${customerId} has campaigns but was not found.`);
  return row.creditCents;
}

export async function setCredit(tx: Database, customerId: number, creditCents: number): Promise<void> {
  await tx.update(customers).set({ creditCents }).where(eq(customers.id, customerId));
}

/** Changes a customer's email address. Returns undefined if another customer has the new address. */
export async function updateCustomerEmail(
  tx: Database,
  id: number,
  email: string,
  now: number,
): Promise<StoredCustomer | undefined> {
  // Runs changes to the same email address one at a time, so that no address is assigned twice.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  const [other] = await tx.select({ id: customers.id }).from(customers).where(eq(customers.email, email));
  if (other && other.id !== id) return undefined;
  const [row] = await tx
    .update(customers)
    .set({ email, updatedAt: new Date(now) })
    .where(eq(customers.id, id))
    .returning();
  return row;
}
