import 'server-only';
import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { DEFAULT_SETTINGS, type NotificationSettings } from '#lib/domain/notification-settings.ts';
import { notificationSettings } from './schema/notifications.ts';

/** Returns the member's choices, or the defaults if the member made none. */
export async function readNotificationSettings(
  db: Database,
  memberId: string,
): Promise<NotificationSettings> {
  const { emails, digestMinute, zone } = notificationSettings;
  const [row] = await db
    .select({ emails, digestMinute, zone })
    .from(notificationSettings)
    .where(eq(notificationSettings.memberId, memberId));
  return row ?? DEFAULT_SETTINGS;
}

export async function replaceNotificationSettings(
  tx: Database,
  memberId: string,
  settings: NotificationSettings,
): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ memberId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.memberId, set: settings });
}
