import type { Database } from '#lib/database/open.ts';
import { recipientLists } from './schema.ts';

type StoredList = typeof recipientLists.$inferSelect;

/** An existing list is never updated, because a campaign shares its list with its clones. */
export async function insertRecipientList(tx: Database, { id: _, ...list }: StoredList): Promise<number> {
  const [inserted] = await tx.insert(recipientLists).values(list).returning({ id: recipientLists.id });
  if (!inserted) throw new Error('The insert returned no row.');
  return inserted.id;
}
