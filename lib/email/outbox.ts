import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { finishDecisionDigest } from '#lib/store/decision-digests.ts';
import { findMember } from '#lib/store/members.ts';
import {
  closeNotification,
  MAX_DELIVERY_ATTEMPTS,
  type NotificationRow,
  takeDueNotification,
} from '#lib/store/notifications.ts';
import { composeNotificationEmail } from './notification-email.ts';
import { isEmailConfigured, sendEmail } from './transport.ts';

const INTERVAL_MS = 5_000;
/**
 * The maximum number of notifications sent per round. Ensures that a round ends even if new notifications
 * keep arriving.
 */
const MAX_PER_ROUND = 20;

/**
 * Sends the notifications that are due. Several servers can run this function at the same time, because only
 * one server can claim each notification.
 */
export async function sendDueNotifications(db: Database): Promise<void> {
  for (let i = 0; i < MAX_PER_ROUND; i++) {
    const notification = await takeDueNotification(db);
    if (!notification) return;
    await deliver(db, notification);
  }
}

/**
 * Sends a notification's email. Closes the notification, or keeps it open if the email must be sent again.
 */
async function deliver(db: Database, notification: NotificationRow): Promise<void> {
  const { id, kind, memberId, deliveryAttempts } = notification;
  const member = await findMember(db, memberId);
  if (!member || member.disabledAt) return finish(db, notification, 'all');
  const email = await composeNotificationEmail(db, notification, member);
  if (!email) return finish(db, notification, []);
  const { decisionIds = [], ...content } = email;
  const isSent = await sendEmail({ to: member.email, ...content });
  if (!isSent && deliveryAttempts < MAX_DELIVERY_ATTEMPTS) return;
  if (!isSent)
    log().warn({ notification: id, kind }, 'notification abandoned after too many failed deliveries');
  await finish(db, notification, decisionIds);
}

const finish = (
  db: Database,
  notification: NotificationRow,
  decisionIds: readonly string[] | 'all',
): Promise<void> =>
  notification.kind === 'decisions'
    ? finishDecisionDigest(db, notification, decisionIds)
    : closeNotification(db, notification.id);

/**
 * Starts a timer that sends the due notifications every five seconds. Doesn't do anything if no mail server
 * is configured.
 * @returns a function that stops the outbox
 */
export function startOutbox(open: () => Promise<Database>): () => void {
  let next: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      await sendDueNotifications(await open());
    } catch (error) {
      // The database may be down.
      // The next round tries again.
      log().warn({ err: error }, 'notifications not sent, trying again');
    }
    next = setTimeout(round, INTERVAL_MS).unref();
  };
  if (isEmailConfigured()) next = setTimeout(round, INTERVAL_MS).unref();
  return () => clearTimeout(next);
}
