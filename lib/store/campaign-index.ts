/** Writes readings to the campaign index. lib/domain/index-merge.ts decides which readings count. */
import 'server-only';
import { and, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { IndexedFields, IndexedPayment } from '#lib/domain/campaign-reading.ts';
import { mergeReading } from '#lib/domain/index-merge.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

export interface CampaignReading {
  readonly campaignId: number;
  /** The campaign's customer, if the request was made under the customer's path (4.3). */
  readonly customerId?: number;
  readonly fields: IndexedFields;
}

/**
 * Stores readings from one response, in one transaction. Readings that are older than what is stored change
 * nothing, except that they can add a customer.
 * @param requestedMsAgo how long ago the request was sent, in milliseconds
 */
export async function recordReadings(
  db: Database,
  readings: readonly CampaignReading[],
  requestedMsAgo: number,
): Promise<void> {
  if (readings.length === 0) return;
  // A list can contain a campaign twice if its pages shift during the request.
  const byId = new Map(readings.map((reading) => [reading.campaignId, reading]));
  await db.transaction(async (tx) => {
    const stored = await lockRows(tx, [...byId.keys()]);
    const now = await readClock(tx);
    const requestedAt = now - requestedMsAgo;
    const changed: CampaignReading[] = [];
    const confirmed: CampaignReading[] = [];
    for (const reading of byId.values()) {
      const row = stored.get(reading.campaignId);
      const result = row
        ? mergeReading(
            { fields: fieldsOf(row), requestedAt: row.readAt.getTime() },
            { fields: reading.fields, requestedAt },
            now,
          )
        : 'changed';
      if (result === 'changed') changed.push(reading);
      else if (result === 'same') confirmed.push(reading);
    }
    const readAt = new Date(requestedAt);
    await saveChanged(tx, changed, readAt);
    await saveConfirmed(tx, confirmed, readAt);
    await saveCustomers(tx, readings, stored);
  });
}

type IndexRow = typeof indexedCampaigns.$inferSelect;

/** Locks the rows in the order of their ids, so that transactions with the same campaigns can't deadlock. */
async function lockRows(tx: Database, ids: readonly number[]): Promise<Map<number, Omit<IndexRow, 'search'>>> {
  const { search: _, ...columns } = getTableColumns(indexedCampaigns);
  const rows = await tx
    .select(columns)
    .from(indexedCampaigns)
    .where(inArray(indexedCampaigns.campaignId, [...ids]))
    .orderBy(indexedCampaigns.campaignId)
    .for('update');
  return new Map(rows.map((row) => [row.campaignId, row]));
}

async function readClock(tx: Database): Promise<number> {
  const [row] = await tx.select({ now: sql<string>`extract(epoch from clock_timestamp()) * 1000` }).from(sql`(values (1)) as one`);
  return Number(row?.now);
}

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));
const toMs = (date: Date | null) => date?.getTime() ?? null;

/** The columns that readings set. */
function columnsOf({ createdAt, updatedAt, scheduledAt, sentAt, ...rest }: IndexedFields) {
  return {
    ...rest,
    createdAt: toDate(createdAt),
    updatedAt: toDate(updatedAt),
    scheduledAt: toDate(scheduledAt),
    sentAt: toDate(sentAt),
  };
}

function fieldsOf(row: Omit<IndexRow, 'search'>): IndexedFields {
  const { templateId, status, price, priceMinor, currency, recipients, postage, size, senderCopy } = row;
  return {
    templateId,
    status,
    price,
    priceMinor,
    currency,
    recipients,
    postage,
    size,
    senderCopy,
    createdAt: toMs(row.createdAt),
    updatedAt: toMs(row.updatedAt),
    scheduledAt: toMs(row.scheduledAt),
    sentAt: toMs(row.sentAt),
    expectedDelivery: row.expectedDelivery,
    metadata: row.metadata,
    thumbnails: row.thumbnails,
  };
}

async function saveChanged(tx: Database, readings: readonly CampaignReading[], readAt: Date): Promise<void> {
  const rows = readings.map(({ campaignId, fields }) => ({ campaignId, ...columnsOf(fields), readAt }));
  const [first] = rows;
  if (!first) return;
  const { campaignId: _, ...columns } = first;
  await tx
    .insert(indexedCampaigns)
    .values(rows)
    .onConflictDoUpdate({
      target: indexedCampaigns.campaignId,
      set: {
        ...Object.fromEntries(Object.keys(columns).map((key) => [key, excluded(key as keyof IndexRow)])),
        goneAt: null,
        changedAt: sql`now()`,
      },
    });
}

/** Refers to the value that a conflicting insert would have stored. */
const excluded = (key: keyof IndexRow) => sql`excluded.${sql.identifier(getTableColumns(indexedCampaigns)[key].name)}`;

async function saveConfirmed(tx: Database, readings: readonly CampaignReading[], readAt: Date): Promise<void> {
  if (readings.length === 0) return;
  await tx
    .update(indexedCampaigns)
    .set({ readAt, goneAt: null })
    .where(inArray(indexedCampaigns.campaignId, readings.map(({ campaignId }) => campaignId)));
}

/** Stores the campaigns' customer. A response under a customer's path proves who the customer is (4.3). */
async function saveCustomers(
  tx: Database,
  readings: readonly CampaignReading[],
  stored: ReadonlyMap<number, Pick<IndexRow, 'customerId'>>,
): Promise<void> {
  const idsOf = new Map<number, number[]>();
  for (const { campaignId, customerId } of readings) {
    if (customerId === undefined || stored.get(campaignId)?.customerId === customerId) continue;
    idsOf.set(customerId, [...(idsOf.get(customerId) ?? []), campaignId]);
  }
  for (const [customerId, ids] of idsOf)
    await tx
      .update(indexedCampaigns)
      .set({ customerId, customerEmail: emailOf(customerId) })
      .where(inArray(indexedCampaigns.campaignId, ids));
}

/** The customer's email address, as stored with the customer's other campaigns. */
const emailOf = (customerId: number) =>
  sql`(select ${indexedCampaigns.customerEmail} from ${indexedCampaigns} where ${indexedCampaigns.customerId} = ${customerId} and ${indexedCampaigns.customerEmail} is not null limit 1)`;

/**
 * Records that the mail service has no campaign with this id.
 * @param requestedMsAgo how long ago the request was sent. A reading that was requested later stays.
 */
export async function markGone(db: Database, campaignId: number, requestedMsAgo: number): Promise<void> {
  const requestedAt = sql`now() - ${requestedMsAgo} * interval '1 millisecond'`;
  await db
    .update(indexedCampaigns)
    .set({ goneAt: requestedAt })
    .where(
      and(
        eq(indexedCampaigns.campaignId, campaignId),
        isNull(indexedCampaigns.goneAt),
        lt(indexedCampaigns.readAt, requestedAt),
      ),
    );
}

/** Stores a campaign's amounts from checkout (4.6), unless a later response is stored. */
export async function recordPaymentState(
  db: Database,
  campaignId: number,
  payment: IndexedPayment,
  requestedMsAgo: number,
): Promise<void> {
  const requestedAt = sql<Date>`now() - ${requestedMsAgo} * interval '1 millisecond'`;
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
