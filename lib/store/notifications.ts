/**
 * The outbox for emails to members. Each email is kept until it is sent or abandoned. Only one server at a
 * time tries to deliver a given email.
 */
import 'server-only';
import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import type { NotificationKind } from '#lib/domain/notification.ts';
import { env } from '#lib/env/env.ts';
import { attempts } from './schema/attempts.ts';
import { members } from './schema/members.ts';
import { notifications } from './schema/notifications.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/**
 * How many minutes to wait after each delivery attempt, except the last. An email gets eight delivery
 * attempts within a day.
 */
const RETRY_MINUTES = [1, 5, 20, 60, 120, 360, 840];
export const MAX_DELIVERY_ATTEMPTS = RETRY_MINUTES.length + 1;

/**
 * Queues an email to a member. Does nothing if no email server is configured or the email is already queued.
 * Must be called in the transaction that writes the row that the email is about.
 * @param memberId the member's id, or null if the member was deleted
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

/**
 * Queues an email to a member, even if the same email was sent before. Must be called in the transaction that
 * changes the row that the email is about.
 */
export async function queueNotificationAgain(
  tx: Database,
  kind: NotificationKind,
  about: string,
  memberId: string,
): Promise<void> {
  if (!env().email) return;
  const isSame = and(
    eq(notifications.kind, kind),
    eq(notifications.about, about),
    eq(notifications.memberId, memberId),
  );
  await tx.delete(notifications).where(isSame);
  await queueNotification(tx, kind, about, memberId);
}

const SENDING: ReadonlySet<AttemptOperation> = new Set([
  'sendCampaign',
  'sendCampaignOnInvoice',
  'payAndSendCampaign',
  'rescheduleCampaign',
]);

/** If the attempt sent the campaign, notifies the member who started the attempt. */
export async function queueSentNotification(
  tx: Database,
  { id, state, operation, memberId }: typeof attempts.$inferSelect,
): Promise<void> {
  if (state === 'done' && SENDING.has(operation)) await queueNotification(tx, 'sent', id, memberId);
}

/** Tells all admins and the member who rescheduled the campaign that it was canceled and not sent again. */
export async function queueUnscheduledNotification(
  tx: Database,
  { id, memberId }: typeof attempts.$inferSelect,
): Promise<void> {
  if (!env().email) return;
  const isRecipient = or(memberId === null ? undefined : eq(members.id, memberId), eq(members.role, 'admin'));
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(isRecipient, isNull(members.disabledAt)));
  for (const row of rows) await queueNotification(tx, 'unscheduled', id, row.id);
}

/**
 * Queues the same notifications for reschedules whose second call has had an unknown outcome for at least
 * `unknownForMs`, while the campaign is still a draft. The campaign may never be sent.
 */
export async function queueLateRescheduleNotifications(db: Database, unknownForMs: number): Promise<void> {
  if (!env().email) return;
  const late = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.state, 'unknown'),
        eq(attempts.operation, 'rescheduleCampaign'),
        sql`${attempts.reschedule} ->> 'part' = 'send'`,
        sql`${attempts.lastReading} ->> 'status' = 'draft'`,
        lte(attempts.startedAt, sql`now() - ${unknownForMs} * interval '1 millisecond'`),
      ),
    );
  for (const row of late) await queueUnscheduledNotification(db, row);
}

/**
 * Queues notifications about attempts whose outcome has been unknown for at least `unknownForMs`. For each
 * attempt, all admins and the member who started the attempt each get one email.
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
 * Takes the most overdue notification and immediately schedules the next delivery attempt. The new schedule
 * prevents other servers from delivering the notification at the same time.
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
    // The query uses `=` instead of IN.
    // PostgreSQL may evaluate an IN subquery more than once and then update several rows.
    .where(sql`${notifications.id} = (${due})`)
    .returning();
  return row;
}

/**
 * Returns how many minutes to wait until the next delivery attempt, based on the number of earlier attempts.
 */
function retryMinutes(): SQL {
  const cases = RETRY_MINUTES.map((minutes, attempts) => sql`when ${attempts} then ${minutes}::int`);
  return sql`case ${notifications.deliveryAttempts} ${sql.join(cases, sql` `)} else 0 end`;
}

/** Closes a notification that was sent or abandoned, or that is no longer needed. */
export async function closeNotification(db: Database, id: string): Promise<void> {
  await db.update(notifications).set({ closedAt: sql`now()` }).where(eq(notifications.id, id));
}
