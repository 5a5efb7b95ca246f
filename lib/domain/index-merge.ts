/**
 * Decides whether a reading replaces the one in the campaign index. Responses can arrive out of order, and
 * the mail service's reads can lag behind its writes, so the latest response doesn't always show the current
 * state.
 */
import type { IndexedFields } from './campaign-reading.ts';
import { ACCEPTABLE_AFTER_MS } from './stale-reading.ts';

/** A campaign as the mail service returned it. Times are in milliseconds on the database's clock. */
export interface Reading {
  readonly fields: IndexedFields;
  /** When the request was sent. The response shows the campaign as it was at that time or later. */
  readonly requestedAt: number;
}

export type MergeResult =
  /** The reading is older than the stored reading. */
  | 'outdated'
  /** The reading confirms the stored reading. */
  | 'confirmed'
  /** The reading replaces the stored reading. */
  | 'changed';

/**
 * Compares a reading with the stored reading. A later `updated_at` wins. If neither is later, for example
 * because one is missing, the reading that was requested later wins. An earlier `updated_at` wins only if the
 * stored reading was last confirmed so long ago that lagging reads can't explain the difference. For example,
 * the mail service's clock may have been set back.
 * @param now the current time on the database's clock
 */
export function mergeReading(stored: Reading, reading: Reading, now: number): MergeResult {
  if (isOutdated(stored, reading, now)) return 'outdated';
  return isSame(stored.fields, reading.fields) ? 'confirmed' : 'changed';
}

function isOutdated(stored: Reading, reading: Reading, now: number): boolean {
  // The database's clock was set back after this reading was stored, so the two times can't be compared.
  if (stored.requestedAt > now) return false;
  const [known, read] = [stored.fields.updatedAt, reading.fields.updatedAt];
  if (known !== null && read !== null) {
    // A service may store less precise timestamps than it sends, so only whole seconds count.
    const difference = Math.floor(read / 1_000) - Math.floor(known / 1_000);
    if (difference > 0) return false;
    if (difference < 0) return reading.requestedAt - stored.requestedAt < ACCEPTABLE_AFTER_MS;
  }
  return reading.requestedAt < stored.requestedAt;
}

/** Whether all fields have the same values. The order of metadata keys doesn't matter. */
const isSame = (a: IndexedFields, b: IndexedFields): boolean => canonical(a) === canonical(b);

const canonical = ({ metadata, ...fields }: IndexedFields): string =>
  JSON.stringify([sortedEntries(fields), sortedEntries(metadata)]);

const sortedEntries = (object: object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
