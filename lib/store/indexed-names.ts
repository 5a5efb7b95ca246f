/** Stores customers' email addresses and templates' names for the campaign index. */
import 'server-only';
import { gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from './schema/campaign-index.ts';

/** A customer's email address or a template's name, from a response. */
export interface NameRecord {
  readonly id: number;
  /** Null if the response doesn't contain the name. */
  readonly name: string | null;
}

/** Records customers' email addresses, also for the customers' campaigns. */
export async function recordCustomers(db: Database, records: readonly NameRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db.select().from(indexedCustomers).where(inArray(indexedCustomers.customerId, ids));
  const stored = new Map(rows.map(({ customerId, email }) => [customerId, email]));
  const changed = changedNames(records, stored);
  if (changed.length === 0) return;
  await db.transaction(async (tx) => {
    await tx
      .insert(indexedCustomers)
      .values(changed.map(({ id, name }) => ({ customerId: id, email: name })))
      .onConflictDoUpdate({ target: indexedCustomers.customerId, set: { email: sql`excluded.email` } });
    await tx.execute(sql`
      update ${indexedCampaigns} set customer_email = n.name
      from ${namesAsRows(changed)}
      where ${indexedCampaigns.customerId} = n.id and ${indexedCampaigns.customerEmail} is distinct from n.name`);
  });
}

/** Returns the ids of all customers that Mailroom has read, from an id on, in ascending order. */
export async function listCustomerIds(db: Database, from: number): Promise<readonly number[]> {
  const { customerId } = indexedCustomers;
  const rows = await db
    .select({ customerId })
    .from(indexedCustomers)
    .where(gte(customerId, from))
    .orderBy(customerId);
  return rows.map((row) => row.customerId);
}

/**
 * Records templates' names, also for the templates' campaigns. Campaigns without a first template name get the
 * current name.
 */
export async function recordTemplates(db: Database, records: readonly NameRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db.select().from(indexedTemplates).where(inArray(indexedTemplates.templateId, ids));
  const stored = new Map(rows.map(({ templateId, name }) => [templateId, name]));
  const changed = changedNames(records, stored);
  if (changed.length === 0) return;
  await db.transaction(async (tx) => {
    await tx
      .insert(indexedTemplates)
      .values(changed.map(({ id, name }) => ({ templateId: id, name })))
      .onConflictDoUpdate({ target: indexedTemplates.templateId, set: { name: sql`excluded.name` } });
    await tx.execute(sql`
      update ${indexedCampaigns}
      set template_name = n.name, first_template_name = coalesce(${indexedCampaigns.firstTemplateName}, n.name)
      from ${namesAsRows(changed)}
      where ${indexedCampaigns.templateId} = n.id and ${indexedCampaigns.templateName} is distinct from n.name`);
  });
}

/** The names as rows of a query, with the columns `id` and `name`. */
const namesAsRows = (names: readonly NameRecord[]) =>
  sql`(values ${sql.join(
    names.map(({ id, name }) => sql`(${id}::bigint, ${name}::text)`),
    sql`, `,
  )}) as n (id, name)`;

/** Returns the names that aren't stored yet, in the order of their ids, so that transactions can't deadlock. */
function changedNames(
  records: readonly NameRecord[],
  stored: ReadonlyMap<number, string | null>,
): readonly NameRecord[] {
  // If two records have the same id, the later one counts.
  const latest = new Map(records.map((record) => [record.id, record]));
  return [...latest.values()]
    .filter(({ id, name }) => !stored.has(id) || stored.get(id) !== name)
    .toSorted((a, b) => a.id - b.id);
}
