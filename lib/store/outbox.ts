/**
 * The outbox for notifications' emails. Each email is kept until it is sent or abandoned. Only one server at a
 * time tries to deliver a given email. Notifications that wait for a digest are delivered with the digest's own row.
 */
import 'server-only';
import { and, asc, eq, isNotNull, isNull, lt, lte, min, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { DIGEST } from '#lib/domain/notification.ts';
import { finishDecisions } from './decision-digests.ts';
import { daysAgo, deleteSome } from './delete-some.ts';
import type { NotificationRow } from './notifications.ts';
import { notifications } from './schema/notifications.ts';

/**
 * How many minutes to wait after each delivery attempt, except the last. An email gets eight delivery
 * attempts within a day.
 */
const RETRY_MINUTES = [1, 5, 20, 60, 120, 360, 840];
export const MAX_DELIVERY_ATTEMPTS = RETRY_MINUTES.length + 1;

/** The maximum number of notifications in a digest. The rest follow in the next digest. */
const MAX_DIGEST_NOTIFICATIONS = 200;

/** A notification, and the time when it was taken from the outbox, on the database's clock. */
export type DueNotification = NotificationRow & { readonly takenAt: Date };

/**
 * Takes the most overdue email and immediately schedules the next delivery attempt. The new schedule
 * prevents other servers from delivering the email at the same time.
 */
export async function takeDueNotification(db: Database): Promise<DueNotification | undefined> {
  const due = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        isNull(notifications.closedAt),
        isNull(notifications.digestAt),
        lte(notifications.nextDeliveryAt, sql`now()`),
      ),
    )
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
  return row && { ...row, takenAt: await readClock(db) };
}

async function readClock(db: Database): Promise<Date> {
  const [row] = await db
    .select({ ms: sql<string>`extract(epoch from now()) * 1000` })
    .from(sql`(values (1)) as one`);
  return new Date(Number(row?.ms));
}

/**
 * Returns how many minutes to wait until the next delivery attempt, based on the number of earlier attempts.
 * The wait after the last attempt keeps other servers from taking the email.
 */
function retryMinutes(): SQL {
  const cases = RETRY_MINUTES.map((wait, attempts) => sql`when ${attempts} then ${wait}::int`);
  return sql`case ${notifications.deliveryAttempts} ${sql.join(cases, sql` `)} else 1 end`;
}

/**
 * Closes a notification's email that was sent or abandoned, or that is no longer needed. If the event has happened
 * again in the meantime, schedules the next email instead.
 * @param decisionIds the guests' decisions that need no further email, or `all`
 */
export function finishNotification(
  db: Database,
  row: NotificationRow,
  decisionIds: readonly string[] | 'all',
): Promise<void> {
  return db.transaction((tx) => finishEmail(tx, row, decisionIds));
}

async function finishEmail(
  tx: Database,
  row: NotificationRow,
  decisionIds: readonly string[] | 'all',
): Promise<void> {
  if (row.kind === 'guest.decided') return finishDecisions(tx, row, decisionIds);
  const isSame = sql`${notifications.occasions} = ${row.occasions}`;
  await tx
    .update(notifications)
    .set({
      closedAt: sql`case when ${isSame} then now() end`,
      nextDeliveryAt: sql`case when ${isSame} then ${notifications.nextDeliveryAt} else now() end`,
      deliveryAttempts: sql`case when ${isSame} then ${notifications.deliveryAttempts} else 0 end`,
      digestAt: null,
    })
    .where(eq(notifications.id, row.id));
}

const isInDigest = (memberId: string) =>
  and(
    eq(notifications.memberId, memberId),
    isNull(notifications.closedAt),
    isNotNull(notifications.digestAt),
  );

/** Moves a notification's email to the member's digest at `digestAt`, and schedules the digest. */
export function deferToDigest(
  db: Database,
  { id, memberId }: Pick<NotificationRow, 'id' | 'memberId'>,
  digestAt: Date,
): Promise<void> {
  const { closedAt, nextDeliveryAt, deliveryAttempts } = notifications;
  return db.transaction(async (tx) => {
    await tx
      .update(notifications)
      .set({ digestAt, deliveryAttempts: 0 })
      .where(and(eq(notifications.id, id), isNull(closedAt)));
    await tx
      .insert(notifications)
      .values({ kind: DIGEST, about: memberId, memberId, nextDeliveryAt: digestAt, readAt: sql`now()` })
      .onConflictDoUpdate({
        target: [notifications.kind, notifications.about, notifications.memberId],
        set: {
          closedAt: null,
          deliveryAttempts: sql`case when ${closedAt} is null then ${deliveryAttempts} else 0 end`,
          // A digest that is being sent is rescheduled when its delivery ends.
          nextDeliveryAt: sql`case
            when ${closedAt} is not null then excluded.next_delivery_at
            when ${deliveryAttempts} = 0 then least(${nextDeliveryAt}, excluded.next_delivery_at)
            else ${nextDeliveryAt} end`,
        },
      });
  });
}

/** Returns the notifications that the member's digest lists now, oldest first. */
export const queryDigestNotifications = (db: Database, memberId: string): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(and(isInDigest(memberId), lte(notifications.digestAt, sql`now()`)))
    .orderBy(asc(notifications.occurredAt), asc(notifications.id))
    .limit(MAX_DIGEST_NOTIFICATIONS);

export interface Covered {
  readonly row: NotificationRow;
  /** The guests' decisions that need no further email. */
  readonly decisionIds: readonly string[] | 'all';
}

/**
 * Closes a digest and the emails of the notifications that it covers. Schedules the member's next digest if other
 * notifications are waiting for it.
 */
export function finishDigest(
  db: Database,
  { id, memberId }: Pick<NotificationRow, 'id' | 'memberId'>,
  covered: readonly Covered[],
): Promise<void> {
  return db.transaction(async (tx) => {
    // Deferring a notification also locks this row, so each notification either is found below or reopens the row.
    await tx.select().from(notifications).where(eq(notifications.id, id)).for('update');
    for (const { row, decisionIds } of covered) await finishEmail(tx, row, decisionIds);
    const [next] = await tx
      .select({ at: min(notifications.digestAt) })
      .from(notifications)
      .where(isInDigest(memberId));
    await tx
      .update(notifications)
      .set({
        occasions: sql`${notifications.occasions} + 1`,
        ...(next?.at ? { deliveryAttempts: 0, nextDeliveryAt: next.at } : { closedAt: sql`now()` }),
      })
      .where(eq(notifications.id, id));
  });
}

/**
 * Reschedules all emails that are waiting for a member's digest, because the member changed their email
 * settings. The outbox then handles each email according to the new choices.
 */
export async function rescheduleDigest(tx: Database, memberId: string): Promise<void> {
  const { notBefore } = notifications;
  await tx
    .update(notifications)
    .set({ digestAt: null, nextDeliveryAt: sql`greatest(now(), ${notBefore})` })
    .where(isInDigest(memberId));
}

/**
 * Deletes some of the notifications whose emails are closed and whose event last happened more than `days` ago. Keeps
 * those about unknown outcomes, so that members aren't notified again.
 * @returns how many were deleted
 */
export const deleteOldNotifications = (db: Database, days: number): Promise<number> =>
  deleteSome(
    db,
    notifications,
    and(
      isNotNull(notifications.closedAt),
      lt(notifications.occurredAt, daysAgo(days)),
      sql`not exists (select 1 from attempts where attempts.id::text = ${notifications.about} and attempts.state = 'unknown')`,
    ),
  );
