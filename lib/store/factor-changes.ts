/** Functions shared by all changes to a member's factors. */
import 'server-only';
import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { FactorChange } from '#lib/domain/second-factor.ts';
import { queueNotification } from './notifications.ts';
import { members } from './schema/members.ts';

/** Lets only one change to a member's factors run at a time. */
export async function lockMember(tx: Database, memberId: string): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update');
}

/** Tells the member about a change. Each change gets its own email, so each email has a random id. */
export const queueChange = (tx: Database, memberId: string, change: FactorChange): Promise<void> =>
  queueNotification(tx, change, crypto.randomUUID(), memberId);
