/** Stores members' display settings for campaign lists. */
import 'server-only';
import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { isColumnId, type ListView } from '#lib/domain/list-view.ts';
import { listViews } from './schema/list-views.ts';

/** Returns the member's settings, without columns that don't exist anymore. */
export async function findListView(db: Database, memberId: string): Promise<ListView | undefined> {
  const { columns, density, perPage } = listViews;
  const [row] = await db
    .select({ columns, density, perPage })
    .from(listViews)
    .where(eq(listViews.memberId, memberId));
  return row && { ...row, columns: row.columns.filter(isColumnId) };
}

export async function upsertListView(db: Database, memberId: string, view: ListView): Promise<void> {
  await db
    .insert(listViews)
    .values({ memberId, ...view })
    .onConflictDoUpdate({ target: listViews.memberId, set: view });
}

export async function deleteListView(db: Database, memberId: string): Promise<void> {
  await db.delete(listViews).where(eq(listViews.memberId, memberId));
}
