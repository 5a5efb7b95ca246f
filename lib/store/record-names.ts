/** Stores customers' email addresses and templates' names for the campaign index. */
import 'server-only';
import { gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { requestTime } from './elapsed.ts';
import { copyCustomerNames, copyTemplateNames } from './name-copies.ts';
import { indexedCustomers, indexedTemplates } from './schema/campaign-index.ts';

/** A customer's email address or a template's name, from a response. */
export interface NameRecord {
  readonly id: number;
  /** Null if the response doesn't contain the name. */
  readonly name: string | null;
  /** How long ago the request was sent, in milliseconds. */
  readonly requestedMsAgo: number;
}

/**
 * A new name is copied to at most this many campaigns at a time. The sync copies it to the other campaigns.
 */
const COPIED_AT_A_TIME = 200;

/**
 * Records customers' email addresses, unless later responses have already been stored. Also copies them to
 * campaigns.
 */
export async function recordCustomers(db: Database, records: readonly NameRecord[]): Promise<void> {
  const { customerId, email, readAt } = indexedCustomers;
  const ids = records.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: customerId, name: email })
          .from(indexedCustomers)
          .where(inArray(customerId, ids));
  const changed = changedNames(records, rows);
  if (changed.length === 0) return;
  await db
    .insert(indexedCustomers)
    .values(
      changed.map(({ id, name, requestedMsAgo }) => ({
        ...{ customerId: id, email: name, isCopyDue: true },
        readAt: requestTime(requestedMsAgo),
      })),
    )
    .onConflictDoUpdate({
      target: customerId,
      set: { email: sql`excluded.email`, ...CHANGED },
      setWhere: isOlder(readAt),
    });
  await copyCustomerNames(db, COPIED_AT_A_TIME);
}

/** Returns the ids of all customers that Mailroom has read, starting from an id, in ascending order. */
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
 * Records templates' names, unless later responses have already been stored. Also copies them to campaigns.
 * Campaigns without a first template name get the current name.
 */
export async function recordTemplates(db: Database, records: readonly NameRecord[]): Promise<void> {
  const { templateId, name: nameColumn, readAt } = indexedTemplates;
  const ids = records.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: templateId, name: nameColumn })
          .from(indexedTemplates)
          .where(inArray(templateId, ids));
  const changed = changedNames(records, rows);
  if (changed.length === 0) return;
  await db
    .insert(indexedTemplates)
    .values(
      changed.map(({ id, name, requestedMsAgo }) => ({
        ...{ templateId: id, name, isCopyDue: true },
        readAt: requestTime(requestedMsAgo),
      })),
    )
    .onConflictDoUpdate({
      target: templateId,
      set: { name: sql`excluded.name`, ...CHANGED },
      setWhere: isOlder(readAt),
    });
  await copyTemplateNames(db, COPIED_AT_A_TIME);
}

const CHANGED = { readAt: sql`excluded.read_at`, isCopyDue: true };

/** A name with a reading time in the future was stored before the database's clock was set back. */
const isOlder = (readAt: AnyPgColumn): SQL | undefined =>
  or(sql`${readAt} is null`, sql`${readAt} < excluded.read_at`, sql`${readAt} > now()`);

/** Returns the names that aren't stored yet, in the order of their ids, so that transactions can't deadlock. */
function changedNames(
  records: readonly NameRecord[],
  rows: readonly { readonly id: number; readonly name: string | null }[],
): readonly NameRecord[] {
  const stored = new Map(rows.map(({ id, name }) => [id, name]));
  // If two records have the same id, the record from the later request counts.
  const inOrder = records.toSorted((a, b) => b.requestedMsAgo - a.requestedMsAgo);
  const latest = new Map(inOrder.map((record) => [record.id, record]));
  return [...latest.values()]
    .filter(({ id, name }) => !stored.has(id) || stored.get(id) !== name)
    .toSorted((a, b) => a.id - b.id);
}
