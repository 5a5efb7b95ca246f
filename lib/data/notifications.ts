/** The signed-in member's notifications, and when the member gets emails about them. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import {
  type EmailChoice,
  isNotificationEvent,
  MAX_UNREAD_COUNT,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  notificationRule,
} from '#lib/domain/notification.ts';
import type { NotificationContent } from '#lib/domain/notification-content.ts';
import type { NotificationSettings } from '#lib/domain/notification-settings.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed, type Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { readNotificationContents } from '#lib/store/notification-contents.ts';
import {
  countUnread,
  findNotification,
  listNotifications,
  markAllRead,
  markRead,
} from '#lib/store/notification-list.ts';
import { readNotificationSettings, replaceNotificationSettings } from '#lib/store/notification-settings.ts';
import type { NotificationRow } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { rescheduleDigest } from '#lib/store/outbox.ts';
import { authorize } from './authorize.ts';

export interface ListedNotification {
  readonly id: string;
  readonly event: NotificationEvent;
  /** When the event last happened, in milliseconds since the epoch. */
  readonly at: number;
  readonly isRead: boolean;
  /** The notification's current content. Undefined if the notification's subject no longer exists. */
  readonly content: NotificationContent | undefined;
}

export interface NotificationList {
  readonly items: readonly ListedNotification[];
  readonly current_page: number;
  readonly total_count: number;
  readonly total_pages: number;
  /** When the page was read, for `markNotificationsRead`. */
  readonly asOf: number;
}

/** The events that a member with this role can be notified about. */
const eventsOf = (role: Role): readonly NotificationEvent[] =>
  NOTIFICATION_EVENTS.filter((event) => isAllowed(role, notificationRule(event).permission));

/**
 * Returns how many unread notifications the signed-in member is still allowed to read, but at most
 * `MAX_UNREAD_COUNT` + 1. Returns undefined for non-members.
 */
export async function countNewNotifications(): Promise<number | undefined> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return undefined;
  const { id, role } = allowed.value;
  return countUnread(await store(), id, eventsOf(role), MAX_UNREAD_COUNT + 1);
}

/**
 * Returns a page of the member's notifications, newest first. Reads their current content, and leaves out
 * notifications that the member is no longer allowed to read.
 * @param page the page number, starting at 1
 */
export async function listOwnNotifications(
  page: number,
  perPage: number,
): Promise<Outcome<NotificationList>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const { id, role } = allowed.value;
  const db = await store();
  const range = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, total, asOf } = await listNotifications(db, id, eventsOf(role), range);
  const contents = await readNotificationContents(db, rows);
  return ok({
    items: rows.flatMap((row) => toListed(row, contents) ?? []),
    current_page: page,
    total_count: total,
    total_pages: Math.max(1, Math.ceil(total / perPage)),
    asOf,
  });
}

function toListed(
  { id, kind, occurredAt, readAt }: NotificationRow,
  contents: ReadonlyMap<string, NotificationContent>,
): ListedNotification | undefined {
  if (!isNotificationEvent(kind)) return undefined;
  return {
    ...{ id, event: kind, at: occurredAt.getTime() },
    isRead: readAt !== null,
    content: contents.get(id),
  };
}

/**
 * Marks one of the member's notifications as read when the member opens the page that the notification links
 * to, and returns the notification. Fails with `missing` if the member has no such notification, or is no
 * longer allowed to read it.
 * @param until if the event has happened again after this time, the notification stays unread. In milliseconds since
 * the epoch.
 */
export async function openNotification(id: string, until: number): Promise<Outcome<ListedNotification>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const db = await store();
  const row = await findNotification(db, member.id, eventsOf(member.role), id);
  const listed = row && toListed(row, await readNotificationContents(db, [row]));
  if (!listed) return fail({ kind: 'missing' });
  await markRead(db, member.id, id, new Date(until));
  return ok(listed);
}

/**
 * Marks the member's notifications as read.
 * @param which a notification's id, or `all`
 * @param until the time after which events stay unread. In milliseconds since the epoch.
 */
export async function markNotificationsRead(which: string, until: number): Promise<Outcome<null>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const { id } = allowed.value;
  const db = await store();
  await (which === 'all' ? markAllRead(db, id, new Date(until)) : markRead(db, id, which, new Date(until)));
  return ok(null);
}

export interface OwnNotificationSettings extends NotificationSettings {
  /** Whether the console can send emails. */
  readonly hasEmail: boolean;
  /** The events that the member's role can be notified about. */
  readonly events: readonly NotificationEvent[];
}

export async function readOwnNotificationSettings(): Promise<Outcome<OwnNotificationSettings>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const { id, role } = allowed.value;
  const settings = await readNotificationSettings(await store(), id);
  return ok({ ...settings, hasEmail: env().email !== null, events: eventsOf(role) });
}

/**
 * Saves the member's choices of when to get emails. Choices that an event doesn't offer, such as turning off
 * emails about access to the account, have no effect. Events that aren't in `emails` keep their current
 * choices.
 */
export async function saveNotificationSettings({
  emails,
  digestMinute,
  zone,
}: NotificationSettings): Promise<Outcome<null>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const { id } = allowed.value;
  await changeAndRecord(async (tx, record) => {
    const earlier = await readNotificationSettings(tx, id);
    const changed: Record<string, EmailChoice> = { ...earlier.emails, ...emails };
    await replaceNotificationSettings(tx, id, { emails: changed, digestMinute, zone });
    await rescheduleDigest(tx, id);
    await record({ name: 'profile.changed', by: allowed.value, details: { fields: 'notifications' } });
  });
  return ok(null);
}
