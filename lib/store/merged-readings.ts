/** Compares readings with the rows of the campaign index. lib/domain/index-merge.ts decides which readings count. */
import 'server-only';
import { getTableColumns } from 'drizzle-orm';
import type { IndexedFields } from '#lib/domain/campaign-reading.ts';
import { mergeReading } from '#lib/domain/index-merge.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

/** A campaign in a response from the mail service. */
export interface CampaignRecord {
  readonly campaignId: number;
  /** The campaign's customer, if the request was made under the customer's path (4.3). */
  readonly customerId?: number | undefined;
  readonly fields: IndexedFields;
  /** How long ago the request was sent, in milliseconds. */
  readonly requestedMsAgo: number;
}

const { search: _search, payment: _payment, ...columns } = getTableColumns(indexedCampaigns);
/** All columns except the large and the unused ones. */
export const storedColumns = columns;
export type StoredRow = Omit<typeof indexedCampaigns.$inferSelect, 'search' | 'payment'> & {
  readonly confirmedAt: Date | null;
};

export interface MergedRow {
  readonly fields: IndexedFields | null;
  readonly requestedAt: number;
  /** When the mail service said that the campaign doesn't exist. */
  readonly goneAt: number | null;
  readonly customerId: number | undefined;
  readonly result: 'outdated' | 'confirmed' | 'changed';
}

export const startMerge = (row: StoredRow | undefined): MergedRow => ({
  fields: row?.readAt ? fieldsOf(row) : null,
  requestedAt: (row?.confirmedAt ?? row?.readAt)?.getTime() ?? 0,
  goneAt: row?.goneAt?.getTime() ?? null,
  customerId: undefined,
  result: 'outdated',
});

/**
 * @param requestedAt when the request was sent, in milliseconds on the database's clock
 * @param now the current time on the database's clock, in milliseconds
 */
export function mergeRecord(
  known: MergedRow,
  record: CampaignRecord,
  requestedAt: number,
  now: number,
): MergedRow {
  const customerId = record.customerId ?? known.customerId;
  if (isFromBeforeDeletion(known, requestedAt, now)) return { ...known, customerId };
  const next = { fields: record.fields, requestedAt, goneAt: null, customerId };
  if (known.fields === null) return { ...next, result: 'changed' };
  const stored = { fields: known.fields, requestedAt: known.requestedAt };
  const result = mergeReading(stored, { fields: record.fields, requestedAt }, now);
  if (result === 'outdated') return { ...known, customerId };
  return { ...next, result: result === 'changed' || known.result === 'changed' ? 'changed' : 'confirmed' };
}

/** If the deletion is in the future, the database's clock was set back, so the two times can't be compared. */
const isFromBeforeDeletion = ({ goneAt }: MergedRow, requestedAt: number, now: number): boolean =>
  goneAt !== null && goneAt <= now && requestedAt <= goneAt;

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));
const toMs = (date: Date | null) => date?.getTime() ?? null;

/** The columns that a reading sets. */
export const columnsOf = ({ createdAt, updatedAt, scheduledAt, sentAt, ...rest }: IndexedFields) => ({
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
