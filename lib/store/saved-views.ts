/** Stores members' and the team's saved views. */
import 'server-only';
import { and, eq, getTableColumns, isNull, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { prepareOnce } from '#lib/database/prepared.ts';
import { members } from './schema/members.ts';
import { savedViews, startViews } from './schema/saved-views.ts';

export type SavedViewRow = typeof savedViews.$inferSelect & { readonly author: string | null };

const isVisibleTo = (memberId: string | Placeholder): SQL | undefined =>
  or(isNull(savedViews.ownerId), eq(savedViews.ownerId, memberId));

/** Matches the owner's views, or the team's views if `ownerId` is null. */
const hasOwner = (ownerId: string | null): SQL =>
  ownerId === null ? isNull(savedViews.ownerId) : eq(savedViews.ownerId, ownerId);

const visibleViews = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(savedViews), author: members.email })
    .from(savedViews)
    .leftJoin(members, eq(members.id, savedViews.authorId))
    .where(isVisibleTo(sql.placeholder('memberId')))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id)
    .prepare(''),
);

/** Returns the member's personal views and the team's views, sorted by name. */
export const querySavedViews = (db: Database, memberId: string): Promise<SavedViewRow[]> =>
  visibleViews(db).execute({ memberId });

/** The number of the lock for changes to views. Must differ from the numbers of other locks. */
const VIEWS_LOCK = 7_131_908;

/** Locks all views until the transaction ends, so that concurrent changes can't exceed limits or duplicate names. */
export async function lockSavedViews(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${VIEWS_LOCK})`);
}

/** Finds a view that the member can see. */
export async function findSavedView(
  db: Database,
  id: string,
  memberId: string,
): Promise<SavedViewRow | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(savedViews), author: members.email })
    .from(savedViews)
    .leftJoin(members, eq(members.id, savedViews.authorId))
    .where(and(eq(savedViews.id, id), isVisibleTo(memberId)));
  return row;
}

/** Counts the owner's views, or the team's views. */
export const countSavedViews = (db: Database, ownerId: string | null): Promise<number> =>
  db.$count(savedViews, hasOwner(ownerId));

/** Whether the owner or the team has another view with this name, regardless of case. */
export async function isViewNameTaken(
  db: Database,
  ownerId: string | null,
  name: string,
  exceptId?: string,
): Promise<boolean> {
  const isSame = sql`lower(${savedViews.name}) = lower(${name})`;
  const isOther = exceptId === undefined ? undefined : ne(savedViews.id, exceptId);
  return (await db.$count(savedViews, and(hasOwner(ownerId), isSame, isOther))) > 0;
}

/** @returns the new view's id */
export async function insertSavedView(
  tx: Database,
  view: Pick<SavedViewRow, 'ownerId' | 'name' | 'query'> & { readonly authorId: string },
): Promise<string> {
  const [row] = await tx.insert(savedViews).values(view).returning({ id: savedViews.id });
  if (!row) throw new Error('The view was not returned.');
  return row.id;
}

export async function updateSavedView(
  tx: Database,
  id: string,
  changes: { readonly name?: string; readonly query?: string },
): Promise<void> {
  await tx
    .update(savedViews)
    .set({ ...changes, revision: sql`${savedViews.revision} + 1` })
    .where(eq(savedViews.id, id));
}

export async function deleteSavedView(tx: Database, id: string): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.id, id));
}

/** Deletes a member's personal views and start page. Team views stay. */
export async function deletePersonalViews(tx: Database, memberId: string): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.ownerId, memberId));
  await tx.delete(startViews).where(eq(startViews.memberId, memberId));
}

const startView = prepareOnce((db) =>
  db
    .select({ viewId: startViews.viewId })
    .from(startViews)
    .where(eq(startViews.memberId, sql.placeholder('memberId')))
    .prepare(''),
);

/** Returns the id of the view that the member sees first after signing in, if any. */
export async function findStartView(db: Database, memberId: string): Promise<string | null> {
  const [row] = await startView(db).execute({ memberId });
  return row?.viewId ?? null;
}

/** @param viewId the view that the member sees first, or null for the overview */
export async function replaceStartView(db: Database, memberId: string, viewId: string | null): Promise<void> {
  if (viewId === null) {
    await db.delete(startViews).where(eq(startViews.memberId, memberId));
    return;
  }
  await db
    .insert(startViews)
    .values({ memberId, viewId })
    .onConflictDoUpdate({ target: startViews.memberId, set: { viewId } });
}
