import { asc, count, eq, or } from 'drizzle-orm';
import { parseId } from '#lib/contract/ids.ts';
import type { Database } from '#lib/database/open.ts';
import { templates } from './schema.ts';

export type StoredTemplate = typeof templates.$inferSelect;

/** Returns a page of templates, ordered by id. */
export async function queryTemplates(db: Database, offset: number, limit: number) {
  const [counted] = await db.select({ total: count() }).from(templates);
  const rows = await db.select().from(templates).orderBy(asc(templates.id)).limit(limit).offset(offset);
  return { rows, total: counted?.total ?? 0 };
}

export async function findTemplate(db: Database, id: number): Promise<StoredTemplate | undefined> {
  const [row] = await db.select().from(templates).where(eq(templates.id, id));
  return row;
}

/** Finds a template by id or UID, because v2 accepts both (4.7). */
export async function findTemplateByIdOrUid(
  db: Database,
  idOrUid: string,
): Promise<StoredTemplate | undefined> {
  const id = parseId(idOrUid);
  const byId = id === null ? undefined : eq(templates.id, id);
  const [row] = await db
    .select()
    .from(templates)
    .where(or(eq(templates.uid, idOrUid), byId));
  return row;
}

export async function updateTemplateRow(
  db: Database,
  id: number,
  change: Partial<typeof templates.$inferInsert>,
): Promise<StoredTemplate | undefined> {
  const [row] = await db.update(templates).set(change).where(eq(templates.id, id)).returning();
  return row;
}

export async function deleteTemplateRow(db: Database, id: number): Promise<StoredTemplate | undefined> {
  const [row] = await db.delete(templates).where(eq(templates.id, id)).returning();
  return row;
}
