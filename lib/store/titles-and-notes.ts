/** Stores the titles and notes that members add to campaigns, and copies both to the campaign index. */
import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { NO_TITLE_AND_NOTE, type StoredTitleAndNote, type TitleAndNote } from '#lib/domain/title-and-note.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { titlesAndNotes } from './schema/titles-and-notes.ts';

type Row = typeof titlesAndNotes.$inferSelect;

const toStored = ({ title, note, revision, changedBy, changedAt }: Row): StoredTitleAndNote => ({
  ...{ title, note, revision, changedBy },
  changedAt: changedAt.getTime(),
});

/** Returns the titles and notes of the campaigns that have a title or a note, by campaign id. */
export async function queryTitlesAndNotes(
  db: Database,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, StoredTitleAndNote>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(titlesAndNotes)
    .where(inArray(titlesAndNotes.campaignId, [...campaignIds]));
  return new Map(rows.map((row) => [row.campaignId, toStored(row)]));
}

/** Whether the campaign index contains the campaign, even if the campaign doesn't exist anymore. */
export async function isCampaignKnown(db: Database, campaignId: number): Promise<boolean> {
  const rows = await db
    .select({ id: indexedCampaigns.campaignId })
    .from(indexedCampaigns)
    .where(eq(indexedCampaigns.campaignId, campaignId));
  return rows.length > 0;
}

/**
 * Replaces a campaign's title and note, unless they have changed since `revision`.
 * @param tx a transaction
 * @param by the member's email address
 * @returns the previous title and note, and whether they were replaced
 */
export async function replaceTitleAndNote(
  tx: Database,
  campaignId: number,
  next: TitleAndNote,
  { revision, by }: { readonly revision: number; readonly by: string },
): Promise<{ readonly before: StoredTitleAndNote; readonly isReplaced: boolean }> {
  // The new row makes a concurrent change wait, even if the campaign had no title or note before.
  const isNew = await tx
    .insert(titlesAndNotes)
    .values({ campaignId, revision: 0, changedBy: by })
    .onConflictDoNothing()
    .returning({ campaignId: titlesAndNotes.campaignId });
  const [row] = await tx
    .select()
    .from(titlesAndNotes)
    .where(eq(titlesAndNotes.campaignId, campaignId))
    .for('update');
  const before = isNew.length > 0 || row === undefined ? NO_TITLE_AND_NOTE : toStored(row);
  if (before.revision !== revision) return { before, isReplaced: false };
  const { title, note } = next;
  await tx
    .update(titlesAndNotes)
    .set({ title, note, revision: revision + 1, changedBy: by, changedAt: sql`now()` })
    .where(eq(titlesAndNotes.campaignId, campaignId));
  await tx
    .insert(indexedCampaigns)
    .values({ campaignId, title, note })
    .onConflictDoUpdate({ target: indexedCampaigns.campaignId, set: { title, note } });
  return { before, isReplaced: true };
}
