import type { Database } from '#lib/database/open.ts';
import { recipientLists } from './schema.ts';

type StoredList = typeof recipientLists.$inferSelect;

/** A list of its own, because a campaign's copies share the one that they were made with. */
export async function insertRecipients(tx: Database, { id: _, ...list }: StoredList): Promise<number> {
  const [inserted] = await tx.insert(recipientLists).values(list).returning({ id: recipientLists.id });
  if (!inserted) throw new Error('An insert answered no row.');
  return inserted.id;
}
