/** Writes readings to the campaign index. lib/domain/index-merge.ts decides which readings count. */
import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { IndexedFields } from '#lib/domain/campaign-reading.ts';
import { readDatabaseClock } from './clock-offset.ts';
import {
  type CampaignRecord,
  columnsOf,
  type MergedRow,
  mergeRecord,
  type StoredRow,
  startMerge,
  storedColumns,
} from './merged-readings.ts';
import {
  confirmedReadings,
  indexedCampaigns,
  indexedCustomers,
  indexedTemplates,
} from './schema/campaign-index.ts';
import { markDraftsUnread } from './shared-credits.ts';

/**
 * Records campaigns in one transaction. A reading that is older than what is stored changes nothing, except
 * that its customer replaces the stored one.
 */
export async function recordCampaigns(db: Database, records: readonly CampaignRecord[]): Promise<void> {
  if (records.length === 0) return;
  const calledAt = performance.now();
  const conflicts = await db.transaction(async (tx) => {
    const stored = await lockRows(tx, [...new Set(records.map(({ campaignId }) => campaignId))]);
    // Other servers can record readings while this transaction waits for locks, so the clock is read afterward.
    const { now, offset } = await readDatabaseClock(tx);
    const merged = new Map<number, MergedRow>();
    // Merge in the order of the requests, so that the latest reading of a campaign is merged last.
    for (const record of records.toSorted((a, b) => b.requestedMsAgo - a.requestedMsAgo)) {
      const known = merged.get(record.campaignId) ?? startMerge(stored.get(record.campaignId));
      const requestedAt = Math.floor(calledAt - record.requestedMsAgo + offset);
      merged.set(record.campaignId, mergeRecord(known, record, requestedAt, now));
    }
    const insertedByOthers = await insertRows(tx, merged, stored);
    for (const id of insertedByOthers) merged.delete(id);
    await updateRows(tx, merged, stored);
    await saveCustomers(tx, merged, stored);
    return insertedByOthers;
  });
  if (conflicts.size === 0) return;
  // The rows exist now, so they can be locked and compared with the readings.
  const elapsedMs = performance.now() - calledAt;
  await recordCampaigns(
    db,
    records
      .filter(({ campaignId }) => conflicts.has(campaignId))
      .map((record) => ({ ...record, requestedMsAgo: record.requestedMsAgo + elapsedMs })),
  );
}

/** Locks the rows in the order of their ids, so that transactions with the same campaigns can't deadlock. */
async function lockRows(tx: Database, ids: readonly number[]): Promise<Map<number, StoredRow>> {
  const rows = await tx
    .select(storedColumns)
    .from(indexedCampaigns)
    .where(inArray(indexedCampaigns.campaignId, [...ids]))
    .orderBy(indexedCampaigns.campaignId)
    .for('update');
  // A separate statement sees what other transactions committed while the previous statement waited for its
  // locks.
  const confirmed = await tx
    .select()
    .from(confirmedReadings)
    .where(inArray(confirmedReadings.campaignId, [...ids]));
  const times = new Map(confirmed.map((row) => [row.campaignId, row.confirmedAt]));
  return new Map(
    rows.map((row) => [row.campaignId, { ...row, confirmedAt: times.get(row.campaignId) ?? null }]),
  );
}

/** The rows that readings have changed, in the order of their ids. */
const changedRows = (merged: ReadonlyMap<number, MergedRow>) =>
  [...merged]
    .flatMap(([campaignId, { fields, requestedAt, result }]) =>
      result === 'changed' && fields
        ? [{ campaignId, ...columnsOf(fields), ...templateNames(fields), readAt: new Date(requestedAt) }]
        : [],
    )
    .toSorted((a, b) => a.campaignId - b.campaignId);

/**
 * Inserts the campaigns that the index doesn't contain, in the order of their ids, so that transactions with the
 * same campaigns can't deadlock.
 * @returns the ids of the campaigns that another transaction has inserted in the meantime
 */
async function insertRows(
  tx: Database,
  merged: ReadonlyMap<number, MergedRow>,
  stored: ReadonlyMap<number, StoredRow>,
): Promise<ReadonlySet<number>> {
  const added = changedRows(merged).filter((row) => !stored.has(row.campaignId));
  if (added.length === 0) return new Set();
  const { campaignId } = indexedCampaigns;
  const rows = await tx
    .insert(indexedCampaigns)
    .values(added)
    .onConflictDoNothing()
    .returning({ campaignId });
  const inserted = new Set(rows.map((row) => row.campaignId));
  return new Set(added.map((row) => row.campaignId).filter((id) => !inserted.has(id)));
}

/** Updates rows that this transaction has locked. */
async function updateRows(
  tx: Database,
  merged: ReadonlyMap<number, MergedRow>,
  stored: ReadonlyMap<number, StoredRow>,
): Promise<void> {
  const changed = changedRows(merged).filter((row) => stored.has(row.campaignId));
  const [first] = changed;
  if (first) {
    const { campaignId: _, firstTemplateName: __, ...columns } = first;
    await tx
      .insert(indexedCampaigns)
      .values(changed)
      .onConflictDoUpdate({
        target: indexedCampaigns.campaignId,
        set: {
          ...Object.fromEntries(
            Object.keys(columns).map((key) => [key, excluded(key as keyof typeof storedColumns)]),
          ),
          firstTemplateName: sql`coalesce(${indexedCampaigns.firstTemplateName}, excluded.first_template_name)`,
          goneAt: null,
          changedAt: sql`now()`,
        },
      });
  }
  const changedIds = changed.map(({ campaignId }) => campaignId);
  if (first) await tx.delete(confirmedReadings).where(inArray(confirmedReadings.campaignId, changedIds));
  const confirmed = [...merged].flatMap(([campaignId, { result, requestedAt }]) =>
    result === 'confirmed' ? [{ campaignId, confirmedAt: new Date(requestedAt) }] : [],
  );
  if (confirmed.length === 0) return;
  await tx
    .insert(confirmedReadings)
    .values(confirmed)
    .onConflictDoUpdate({
      target: confirmedReadings.campaignId,
      set: { confirmedAt: sql`excluded.confirmed_at` },
    });
  const found = confirmed.map((row) => row.campaignId).filter((id) => stored.get(id)?.goneAt !== null);
  if (found.length === 0) return;
  await tx.update(indexedCampaigns).set({ goneAt: null }).where(inArray(indexedCampaigns.campaignId, found));
}

/** The template names for a new row, if Mailroom has read the template. */
function templateNames({ templateId }: IndexedFields) {
  const name = sql<
    string | null
  >`(select name from ${indexedTemplates} where template_id = ${templateId}::bigint)`;
  return { templateName: name, firstTemplateName: name };
}

/** Refers to the value that a conflicting insert would have stored. */
const excluded = (key: keyof typeof storedColumns) =>
  sql`excluded.${sql.identifier(storedColumns[key].name)}`;

/** Stores the campaigns' customers. A response under a customer's path proves who the customer is (4.3). */
async function saveCustomers(
  tx: Database,
  merged: ReadonlyMap<number, MergedRow>,
  stored: ReadonlyMap<number, StoredRow>,
): Promise<void> {
  const pairs = [...merged].flatMap(([id, { customerId }]) =>
    customerId === undefined || stored.get(id)?.customerId === customerId
      ? []
      : [sql`(${id}::bigint, ${customerId}::bigint)`],
  );
  if (pairs.length === 0) return;
  await tx.execute(sql`
    update ${indexedCampaigns} set customer_id = p.customer_id, customer_email = k.email
    from (values ${sql.join(pairs, sql`, `)}) as p (campaign_id, customer_id)
    left join ${indexedCustomers} as k using (customer_id)
    where ${indexedCampaigns.campaignId} = p.campaign_id`);
}

/**
 * Records that the mail service has no campaign with this id.
 * @param requestedMsAgo how long ago the request was sent. A reading that was requested later is kept.
 */
export async function recordGone(db: Database, campaignId: number, requestedMsAgo: number): Promise<void> {
  const calledAt = performance.now();
  await db.transaction(async (tx) => {
    // With this lock, other readings are recorded either before this statement or after this transaction.
    const stored = (await lockRows(tx, [campaignId])).get(campaignId);
    if (!stored || stored.goneAt !== null) return;
    const { now, offset } = await readDatabaseClock(tx);
    const requestedAt = Math.floor(calledAt - requestedMsAgo + offset);
    const readAt = stored.readAt && (stored.confirmedAt ?? stored.readAt).getTime();
    // If the reading is in the future, the database's clock was set back, so the two times can't be compared.
    if (readAt !== null && readAt >= requestedAt && readAt <= now) return;
    await tx
      .update(indexedCampaigns)
      .set({ goneAt: new Date(requestedAt) })
      .where(eq(indexedCampaigns.campaignId, campaignId));
    const { customerId } = stored;
    // What was paid for a deleted draft can become a credit, which the customer's other drafts then show.
    if (customerId !== null && stored.status === 'draft' && (stored.alreadyPaid ?? 0) > 0)
      await markDraftsUnread(tx, { campaignId, customerId, credit: null });
  });
}
