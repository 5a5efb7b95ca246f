import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { users } from './schema.ts';

export async function addUsers(db: Database, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  await db
    .insert(users)
    .values(emails.map((email) => ({ email })))
    .onConflictDoNothing();
}

export async function isUser(db: Database, email: string): Promise<boolean> {
  return (await db.select().from(users).where(eq(users.email, email))).length > 0;
}
