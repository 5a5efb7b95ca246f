/** Stores customers' email addresses and templates' names for the campaign index. */
import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
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
  for (const { id, name: email } of changedNames(records, stored))
    await db.transaction(async (tx) => {
      await tx
        .insert(indexedCustomers)
        .values({ customerId: id, email })
        .onConflictDoUpdate({ target: indexedCustomers.customerId, set: { email } });
      await tx
        .update(indexedCampaigns)
        .set({ customerEmail: email })
        .where(
          and(
            eq(indexedCampaigns.customerId, id),
            sql`${indexedCampaigns.customerEmail} is distinct from ${email}`,
          ),
        );
    });
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
  for (const { id, name } of changedNames(records, stored))
    await db.transaction(async (tx) => {
      await tx
        .insert(indexedTemplates)
        .values({ templateId: id, name })
        .onConflictDoUpdate({ target: indexedTemplates.templateId, set: { name } });
      await tx
        .update(indexedCampaigns)
        .set({
          templateName: name,
          firstTemplateName: sql`coalesce(${indexedCampaigns.firstTemplateName}, ${name})`,
        })
        .where(
          and(
            eq(indexedCampaigns.templateId, id),
            sql`${indexedCampaigns.templateName} is distinct from ${name}`,
          ),
        );
    });
}

/** Returns the names that aren't stored yet, in the order of their ids, so that transactions can't deadlock. */
function changedNames(
  records: readonly NameRecord[],
  stored: ReadonlyMap<number, string | null>,
): readonly NameRecord[] {
  return records
    .filter(({ id, name }) => !stored.has(id) || stored.get(id) !== name)
    .toSorted((a, b) => a.id - b.id);
}
