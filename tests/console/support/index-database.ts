/** Fills and changes the campaign index with random campaigns. */

import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns as campaigns } from '#lib/store/schema/campaign-index.ts';
import { type NewRow, newRow, type StoredRow } from './index-rows.ts';

const CAMPAIGNS = 300;

/** Adds campaigns with random values and sequential ids that start at 1. */
export async function fillIndex(
  db: Database,
  seed: number,
  row: fc.Arbitrary<NewRow> = newRow,
): Promise<void> {
  const rows = fc.sample(row, { numRuns: CAMPAIGNS, seed });
  await db.insert(campaigns).values(rows.map((values, i) => ({ ...values, campaignId: i + 1 })));
}

/** Changes every column of some campaigns, deletes some, and adds some of the deleted ones again. */
export async function changeIndex(
  db: Database,
  seed: number,
  newValues: fc.Arbitrary<NewRow> = newRow,
): Promise<void> {
  const [ids = [], deleted = []] = fc.sample(
    fc.uniqueArray(fc.integer({ min: 1, max: CAMPAIGNS }), { minLength: 20, maxLength: 40 }),
    { numRuns: 2, seed },
  );
  const rows = fc.sample(newValues, { numRuns: 2 * ids.length, seed });
  await db.delete(campaigns).where(inArray(campaigns.campaignId, deleted));
  for (const [i, campaignId] of ids.entries()) {
    const row = rows[i];
    if (row)
      await db
        .insert(campaigns)
        .values({ ...row, campaignId })
        .onConflictDoUpdate({ target: campaigns.campaignId, set: row });
  }
  // Update several campaigns in one statement, as the console does when it marks campaigns as gone.
  await db
    .update(campaigns)
    .set({ status: 'sent', goneAt: null })
    .where(inArray(campaigns.campaignId, ids.slice(0, 5)));
}

/** Reads all campaigns, including those that lists don't show. */
export const readAllRows = async (db: Database): Promise<StoredRow[]> => db.select().from(campaigns);
