/** The notifications on a member's page. */
import 'server-only';
import { and, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { NotificationEvent } from '#lib/domain/notification.ts';
import type { NotificationRow } from './notifications.ts';
import { notifications } from './schema/notifications.ts';

/** The member's notifications about these events. */
const isVisible = (memberId: string, events: readonly NotificationEvent[]): SQL | undefined =>
  and(eq(notifications.memberId, memberId), inArray(notifications.kind, [...events]));

/**
 * Counts the member's unread notifications about these events.
 * @param max the number at which counting stops
 */
export async function countUnread(
  db: Database,
  memberId: string,
  events: readonly NotificationEvent[],
  max: number,
): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(isVisible(memberId, events), isNull(notifications.readAt)))
    .limit(max)
    .as('unread');
  const [row] = await db.select({ count: count() }).from(unread);
  return row?.count ?? 0;
}

export interface NotificationPage {
  readonly rows: readonly NotificationRow[];
  readonly total: number;
  /** When the page was read, on the database's clock, in milliseconds since the epoch. */
  readonly asOf: number;
}

/** Returns a page of the member's notifications about these events, newest first. */
export async function listNotifications(
  db: Database,
  memberId: string,
  events: readonly NotificationEvent[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<NotificationPage> {
  const visible = isVisible(memberId, events);
  // Reads the time first, so that marking all as read doesn't include notifications that the page doesn't show.
  const [total] = await db
    .select({ count: count(), asOf: sql<string>`extract(epoch from now()) * 1000` })
    .from(notifications)
    .where(visible);
  const rows = await db
    .select()
    .from(notifications)
    .where(visible)
    .orderBy(desc(notifications.occurredAt), desc(notifications.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: total?.count ?? 0, asOf: Math.ceil(Number(total?.asOf)) };
}

/** Finds one of the member's notifications about these events. */
export async function findNotification(
  db: Database,
  memberId: string,
  events: readonly NotificationEvent[],
  id: string,
): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(isVisible(memberId, events), eq(notifications.id, id)));
  return row;
}

/** Marks one of the member's notifications as read, unless the event has happened again after `until`. */
export const markRead = (db: Database, memberId: string, id: string, until: Date): Promise<void> =>
  mark(db, memberId, until, eq(notifications.id, id));

/** Marks as read all of the member's notifications that aren't newer than `until`. */
export const markAllRead = (db: Database, memberId: string, until: Date): Promise<void> =>
  mark(db, memberId, until);

async function mark(db: Database, memberId: string, until: Date, which?: SQL): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(notifications.memberId, memberId),
        isNull(notifications.readAt),
        // The column contains whole milliseconds.
        lt(notifications.occurredAt, new Date(until.getTime() + 1)),
        which,
      ),
    );
}
