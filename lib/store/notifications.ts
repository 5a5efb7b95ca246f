/**
 * The outbox: emails to members, kept until sent or abandoned. Each email is delivered by only one server at a time.
 */
import 'server-only';
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import type { NotificationKind } from '#lib/domain/notification.ts';
import { env } from '#lib/env/env.ts';
import { attempts, members, notifications } from './schema.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/** Minutes to wait after each delivery attempt except the last. This makes eight attempts within a day. */
const RETRY_MINUTES = [1, 5, 20, 60, 120, 360, 840];
export const MAX_DELIVERY_ATTEMPTS = RETRY_MINUTES.length + 1;

/**
 * Queues one email to a member, unless no mail server is configured or the email was already queued. Call this in the
 * transaction that writes the row the email is about.
 * @param memberId null if the member was deleted
 */
export async function queueNotification(
  tx: Database,
  kind: NotificationKind,
  about: string,
  memberId: string | null,
): Promise<void> {
  if (!env().email || memberId === null) return;
  await tx.insert(notifications).values({ kind, about, memberId }).onConflictDoNothing();
}

/** Operations that send a campaign to print. */
const SENDING: ReadonlySet<AttemptOperation> = new Set([
  'sendCampaign',
  'sendCampaignOnInvoice',
  'payAndSendCampaign',
]);

/** If the attempt sent the campaign, notifies the member who started the attempt. */
export async function queueSentNotification(
  tx: Database,
  { id, state, operation, memberId }: typeof attempts.$inferSelect,
): Promise<void> {
  if (state === 'done' && SENDING.has(operation)) await queueNotification(tx, 'sent', id, memberId);
}

/**
 * Notifies all admins and the member who started the attempt, once each, about every attempt whose outcome has been
 * unknown for at least `unknownForMs`.
 */
export async function queueReviewNotifications(db: Database, unknownForMs: number): Promise<void> {
  if (!env().email) return;
  const needsReview = and(
    eq(attempts.state, 'unknown'),
    lte(attempts.startedAt, sql`now() - ${unknownForMs} * interval '1 millisecond'`),
    sql`not exists (select 1 from ${notifications} where ${notifications.kind} = 'needs_review' and ${notifications.about} = ${attempts.id})`,
  );
  const isRecipient = sql`(${members.id} = ${attempts.memberId} or ${members.role} = 'admin') and ${members.disabledAt} is null`;
  const rows = await db
    .select({ about: attempts.id, memberId: members.id })
    .from(attempts)
    .innerJoin(members, isRecipient)
    .where(needsReview);
  if (rows.length === 0) return;
  await db
    .insert(notifications)
    .values(rows.map((row) => ({ kind: 'needs_review' as const, ...row })))
    .onConflictDoNothing();
}

/**
 * Takes the most overdue notification and schedules its next delivery attempt before this one begins, so that no other
 * server delivers the notification at the same time.
 */
export async function takeDueNotification(db: Database): Promise<NotificationRow | undefined> {
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
      deliveryAttempts: sql`${notifications.deliveryAttempts} + 1`,
      nextDeliveryAt: sql`now() + ${retryMinutes()} * interval '1 minute'`,
    })
    // The id is compared with `=`, because PostgreSQL may evaluate an IN subquery more than once and then
    // update more than one row.
    .where(sql`${notifications.id} = (${due})`)
    .returning();
  return row;
}

/** Returns the minutes to wait before the next delivery attempt, which depend on the number of attempts so far. */
function retryMinutes(): SQL {
  const cases = RETRY_MINUTES.map((minutes, attempts) => sql`when ${attempts} then ${minutes}::int`);
  return sql`case ${notifications.deliveryAttempts} ${sql.join(cases, sql` `)} else 0 end`;
}

/** Closes a notification that was sent or abandoned, or that is no longer needed. */
export async function closeNotification(db: Database, id: string): Promise<void> {
  await db.update(notifications).set({ closedAt: sql`now()` }).where(eq(notifications.id, id));
}
