/** Writes readings to the campaign index. lib/domain/index-merge.ts decides which readings count. */
import 'server-only';
import { and, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { IndexedFields, IndexedPayment } from '#lib/domain/campaign-reading.ts';
import { mergeReading } from '#lib/domain/index-merge.ts';
import { requestTime } from './elapsed.ts';
import { lastReadAt } from './last-readings.ts';
import {
  confirmedReadings,
  indexedCampaigns,
  indexedCustomers,
  indexedTemplates,
} from './schema/campaign-index.ts';
import { toTimestamp } from './sql-fragments.ts';

/** A campaign in a response of the mail service. */
export interface CampaignRecord {
  readonly campaignId: number;
  /** The campaign's customer, if the request was made under the customer's path (4.3). */
  readonly customerId?: number | undefined;
  readonly fields: IndexedFields;
  /** How long ago the request was sent, in milliseconds. */
  readonly requestedMsAgo: number;
}

const { search: _search, payment: _payment, ...storedColumns } = getTableColumns(indexedCampaigns);
type StoredRow = Omit<typeof indexedCampaigns.$inferSelect, 'search' | 'payment'> & {
  readonly confirmedAt: Date | null;
};

/**
 * Records campaigns in one transaction. A reading that is older than what is stored changes nothing, except
 * that it can add the campaign's customer.
 */
export async function recordCampaigns(db: Database, records: readonly CampaignRecord[]): Promise<void> {
  if (records.length === 0) return;
  const calledAt = performance.now();
  await db.transaction(async (tx) => {
    const stored = await lockRows(tx, [...new Set(records.map(({ campaignId }) => campaignId))]);
    // The ages of the records don't include the time that this function waits for locks.
    const now = (await readClock(tx)) - (performance.now() - calledAt);
    const merged = new Map<number, MergedRow>();
    // Merge in the order of the requests, so that the latest reading of a campaign is merged last.
    for (const record of records.toSorted((a, b) => b.requestedMsAgo - a.requestedMsAgo)) {
      const known = merged.get(record.campaignId) ?? startMerge(stored.get(record.campaignId));
      merged.set(record.campaignId, mergeRecord(known, record, now));
    }
    await saveRows(tx, merged, stored);
    await saveCustomers(tx, merged, stored);
  });
}

interface MergedRow {
  readonly fields: IndexedFields | null;
  readonly requestedAt: number;
  readonly customerId: number | undefined;
  readonly result: 'outdated' | 'confirmed' | 'changed';
}

const startMerge = (row: StoredRow | undefined): MergedRow => ({
  fields: row?.readAt ? fieldsOf(row) : null,
  requestedAt: (row?.confirmedAt ?? row?.readAt)?.getTime() ?? 0,
  customerId: undefined,
  result: 'outdated',
});

function mergeRecord(known: MergedRow, record: CampaignRecord, now: number): MergedRow {
  const requestedAt = now - record.requestedMsAgo;
  const customerId = record.customerId ?? known.customerId;
  const next = { fields: record.fields, requestedAt, customerId };
  if (known.fields === null) return { ...next, result: 'changed' };
  const stored = { fields: known.fields, requestedAt: known.requestedAt };
  const result = mergeReading(stored, { fields: record.fields, requestedAt }, now);
  if (result === 'outdated') return { ...known, customerId };
  return { ...next, result: result === 'changed' || known.result === 'changed' ? 'changed' : 'confirmed' };
}

/** Locks the rows in the order of their ids, so that transactions with the same campaigns can't deadlock. */
async function lockRows(tx: Database, ids: readonly number[]): Promise<Map<number, StoredRow>> {
  const rows = await tx
    .select(storedColumns)
    .from(indexedCampaigns)
    .where(inArray(indexedCampaigns.campaignId, [...ids]))
    .orderBy(indexedCampaigns.campaignId)
    .for('update');
  // A statement of its own sees what other transactions have confirmed while this one waited for its locks.
  const confirmed = await tx
    .select()
    .from(confirmedReadings)
    .where(inArray(confirmedReadings.campaignId, [...ids]));
  const times = new Map(confirmed.map((row) => [row.campaignId, row.confirmedAt]));
  return new Map(
    rows.map((row) => [row.campaignId, { ...row, confirmedAt: times.get(row.campaignId) ?? null }]),
  );
}

/** Returns the database's time, in milliseconds since the epoch. */
async function readClock(tx: Database): Promise<number> {
  const [row] = await tx
    .select({ now: sql<string>`extract(epoch from clock_timestamp()) * 1000` })
    .from(sql`(values (1)) as one`);
  return Number(row?.now);
}

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));
const toMs = (date: Date | null) => date?.getTime() ?? null;

/** The columns that a reading sets. */
const columnsOf = ({ createdAt, updatedAt, scheduledAt, sentAt, ...rest }: IndexedFields) => ({
  ...rest,
  createdAt: toDate(createdAt),
  updatedAt: toDate(updatedAt),
  scheduledAt: toDate(scheduledAt),
  sentAt: toDate(sentAt),
});

function fieldsOf(row: StoredRow): IndexedFields {
  const { templateId, status, price, priceMinor, currency, recipients, postage, size, senderCopy } = row;
  const { expectedDelivery, metadata, thumbnails } = row;
  return {
    ...{ templateId, status, price, priceMinor, currency, recipients, postage, size, senderCopy },
    createdAt: toMs(row.createdAt),
    updatedAt: toMs(row.updatedAt),
    scheduledAt: toMs(row.scheduledAt),
    sentAt: toMs(row.sentAt),
    ...{ expectedDelivery, metadata, thumbnails },
  };
}

async function saveRows(
  tx: Database,
  merged: ReadonlyMap<number, MergedRow>,
  stored: ReadonlyMap<number, StoredRow>,
): Promise<void> {
  const changed = [...merged].flatMap(([campaignId, { fields, requestedAt, result }]) =>
    result === 'changed' && fields
      ? [{ campaignId, ...columnsOf(fields), ...templateNames(fields), readAt: new Date(requestedAt) }]
      : [],
  );
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

/** The names of a new row's template, as far as Mailroom has read the template. */
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
 * @param requestedMsAgo how long ago the request was sent. A reading that was requested later stays.
 */
export async function recordGone(db: Database, campaignId: number, requestedMsAgo: number): Promise<void> {
  const calledAt = performance.now();
  await db.transaction(async (tx) => {
    // Other readings are recorded before this statement or after this transaction.
    await lockRows(tx, [campaignId]);
    const now = (await readClock(tx)) - (performance.now() - calledAt);
    const requestedAt = new Date(now - requestedMsAgo);
    await tx
      .update(indexedCampaigns)
      .set({ goneAt: requestedAt })
      .where(
        and(
          eq(indexedCampaigns.campaignId, campaignId),
          isNull(indexedCampaigns.goneAt),
          or(isNull(indexedCampaigns.readAt), sql`${lastReadAt} < ${toTimestamp(requestedAt.getTime())}`),
        ),
      );
  });
}

/** Records a campaign's amounts from checkout (4.6), unless a later response is stored. */
export async function recordPayment(
  db: Database,
  campaignId: number,
  payment: IndexedPayment,
  requestedMsAgo: number,
): Promise<void> {
  const requestedAt = requestTime(requestedMsAgo);
  await db
    .update(indexedCampaigns)
    .set({ ...payment, checkoutReadAt: requestedAt })
    .where(
      and(
        eq(indexedCampaigns.campaignId, campaignId),
        or(
          isNull(indexedCampaigns.checkoutReadAt),
          lt(indexedCampaigns.checkoutReadAt, requestedAt),
          gt(indexedCampaigns.checkoutReadAt, sql`now()`),
        ),
      ),
    );
}
