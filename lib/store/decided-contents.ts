/** Stores what would be printed for each campaign with decisions, so that lists can tell which decisions are current. */
import 'server-only';
import { and, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { requestTime } from './elapsed.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { decidedContents } from './schema/decisions.ts';

const { campaignId, fingerprint, readAt } = decidedContents;

/** Stores the content that a decision is about. The caller must have just read this content. */
export async function addDecidedContent(
  db: Database,
  decision: { readonly campaignId: number; readonly fingerprint: string },
): Promise<void> {
  const row = { campaignId: decision.campaignId, fingerprint: decision.fingerprint };
  await db
    .insert(decidedContents)
    .values(row)
    .onConflictDoUpdate({ target: campaignId, set: { fingerprint: row.fingerprint, readAt: sql`now()` } });
}

/**
 * Records what would be printed now, unless a more recent reading is already stored. Does nothing if the campaign has
 * no decisions.
 * @param content has no fingerprint if the content couldn't be read. In that case, the stored content is kept.
 * @param requestedMsAgo how long ago the campaign was requested, in milliseconds
 */
export async function recordContent(
  db: Database,
  content: { readonly campaignId: number; readonly fingerprint?: string },
  requestedMsAgo: number,
): Promise<void> {
  const requestedAt = requestTime(requestedMsAgo);
  await db
    .update(decidedContents)
    .set({ ...(content.fingerprint && { fingerprint: content.fingerprint }), readAt: requestedAt })
    .where(and(eq(campaignId, content.campaignId), or(lt(readAt, requestedAt), gt(readAt, sql`now()`))));
}

/** Returns the fingerprints of these campaigns' contents, for campaigns with decisions. */
export async function queryContents(
  db: Database,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ campaignId, fingerprint })
    .from(decidedContents)
    .where(inArray(campaignId, [...campaignIds]));
  return new Map(rows.map((row) => [row.campaignId, row.fingerprint]));
}

/**
 * Returns the campaigns whose content should be read: those that changed since their content was read, and those whose
 * content was read too long ago.
 */
export async function listContentsToRead(
  db: Database,
  staleMinutes: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await db
    .select({ campaignId })
    .from(decidedContents)
    .innerJoin(indexedCampaigns, eq(indexedCampaigns.campaignId, campaignId))
    .where(
      and(
        indexedCampaigns.isListed,
        or(
          lt(readAt, indexedCampaigns.changedAt),
          lt(readAt, sql`now() - ${staleMinutes} * interval '1 minute'`),
          // The database's clock has been set back since then.
          gt(readAt, sql`now()`),
        ),
      ),
    )
    .orderBy(readAt)
    .limit(limit);
  return rows.map((row) => row.campaignId);
}

/** The statuses of campaigns that can't become drafts again. */
export const FINAL_STATUSES = ['processing', 'sent', 'mailed'];

/**
 * Deletes the contents of campaigns that can't get any more decisions, because they are in production or were
 * deleted.
 */
export async function deleteSettledContents(db: Database): Promise<void> {
  const settled = db
    .select({ id: indexedCampaigns.campaignId })
    .from(indexedCampaigns)
    .where(
      and(
        eq(indexedCampaigns.campaignId, campaignId),
        or(isNotNull(indexedCampaigns.goneAt), inArray(indexedCampaigns.status, FINAL_STATUSES)),
      ),
    );
  await db.delete(decidedContents).where(sql`exists (${settled})`);
}
