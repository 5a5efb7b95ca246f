/** The campaigns that pages show and that the sync should read again soon. */
import 'server-only';
import { desc, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { isReadInFuture, lastReadAt } from './last-readings.ts';
import { indexedCampaigns, wantedReadings } from './schema/campaign-index.ts';

const secondsAgo = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`;

/**
 * Requests a new reading of the campaigns that were last read more than `olderThanSeconds` ago. Members who
 * view the same campaign share one request across all servers.
 */
export async function requestRefresh(
  db: Database,
  ids: readonly number[],
  olderThanSeconds: number,
): Promise<void> {
  if (ids.length === 0) return;
  const { campaignId, isListed } = indexedCampaigns;
  const stale = db
    .select({ campaignId, wantedAt: sql`now()`.as('wanted_at') })
    .from(indexedCampaigns)
    .where(
      sql`${inArray(campaignId, [...ids])} and ${isListed} and (${lastReadAt} < ${secondsAgo(olderThanSeconds)} or ${isReadInFuture})`,
    )
    // Two transactions that insert the same campaigns in the same order can't deadlock.
    .orderBy(campaignId);
  await db
    .insert(wantedReadings)
    .select(stale)
    .onConflictDoUpdate({ target: wantedReadings.campaignId, set: { wantedAt: sql`now()` } });
}

/**
 * Takes the most recently requested campaigns. Drops older requests, because the pages that made them have been closed.
 */
export async function takeRefreshRequests(
  db: Database,
  limit: number,
  maxAgeSeconds: number,
): Promise<readonly number[]> {
  const { campaignId, wantedAt } = wantedReadings;
  await db.delete(wantedReadings).where(lt(wantedAt, secondsAgo(maxAgeSeconds)));
  const latest = db.select({ campaignId }).from(wantedReadings).orderBy(desc(wantedAt)).limit(limit);
  const rows = await db.delete(wantedReadings).where(inArray(campaignId, latest)).returning({ campaignId });
  return rows.map((row) => row.campaignId);
}
