/** News that goes out by e-mail: kept until it is sent or given up, and taken by one server at a time. */
import 'server-only';
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import type { NotificationKind } from '#lib/domain/notification.ts';
import { env } from '#lib/env/env.ts';
import { attempts, members, notifications } from './schema.ts';

export type NoticeRow = typeof notifications.$inferSelect;

/** Minutes to wait after each try but the last: eight tries within a day. */
const WAITS = [1, 5, 20, 60, 120, 360, 840];
export const MOST_TRIES = WAITS.length + 1;

/**
 * Tells a member of something, once; nothing where no mail server is set. In the transaction of what it is about, so that
 * neither is there without the other.
 * @param memberId null for a member who is gone
 */
export async function announce(
  tx: Database,
  kind: NotificationKind,
  about: string,
  memberId: string | null,
): Promise<void> {
  if (!env().mail || memberId === null) return;
  await tx.insert(notifications).values({ kind, about, memberId }).onConflictDoNothing();
}

/** Done, these put a campaign on its way. */
const SENDING: ReadonlySet<AttemptOperation> = new Set([
  'sendCampaign',
  'sendCampaignOnInvoice',
  'payAndSendCampaign',
]);

/** Tells whoever began an attempt that it put the campaign on its way, if it did. */
export async function announceSent(
  tx: Database,
  { id, state, operation, memberId }: typeof attempts.$inferSelect,
): Promise<void> {
  if (state === 'done' && SENDING.has(operation)) await announce(tx, 'sent', id, memberId);
}

/** Tells whoever began them, and all admins, of attempts that have been unknown for so long, once each. */
export async function announceDoubts(db: Database, unknownForMs: number): Promise<void> {
  if (!env().mail) return;
  const isDoubtful = and(
    eq(attempts.state, 'unknown'),
    lte(attempts.startedAt, sql`now() - ${unknownForMs} * interval '1 millisecond'`),
    sql`not exists (select 1 from ${notifications} where ${notifications.kind} = 'needs_person' and ${notifications.about} = ${attempts.id})`,
  );
  const isConcerned = sql`(${members.id} = ${attempts.memberId} or ${members.role} = 'admin') and ${members.disabledAt} is null`;
  const rows = await db
    .select({ about: attempts.id, memberId: members.id })
    .from(attempts)
    .innerJoin(members, isConcerned)
    .where(isDoubtful);
  if (rows.length === 0) return;
  await db
    .insert(notifications)
    .values(rows.map((row) => ({ kind: 'needs_person' as const, ...row })))
    .onConflictDoNothing();
}

/**
 * Takes the one that is due longest, and puts its next try off before anything is sent: whatever happens to this process
 * meanwhile, no other one sends it at the same time.
 */
export async function takeNotice(db: Database): Promise<NoticeRow | undefined> {
  const due = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isNull(notifications.closedAt), lte(notifications.nextDeliveryAt, sql`now()`)))
    .orderBy(asc(notifications.nextDeliveryAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(notifications)
    .set({
      deliveries: sql`${notifications.deliveries} + 1`,
      nextDeliveryAt: sql`now() + ${wait()} * interval '1 minute'`,
    })
    // As one value, which is looked for once: a list might be looked for again, and take another one each time.
    .where(sql`${notifications.id} = (${due})`)
    .returning();
  return row;
}

/** By how often it was tried before. */
function wait(): SQL {
  const cases = WAITS.map((minutes, tries) => sql`when ${tries} then ${minutes}::int`);
  return sql`case ${notifications.deliveries} ${sql.join(cases, sql` `)} else 0 end`;
}

/** Sent, given up, or nothing that has to be said any more. */
export async function closeNotice(db: Database, id: string): Promise<void> {
  await db.update(notifications).set({ closedAt: sql`now()` }).where(eq(notifications.id, id));
}
