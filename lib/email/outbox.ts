import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { DIGEST, isSecurityNotification, type NotificationEvent } from '#lib/domain/notification.ts';
import { emailChoiceFor } from '#lib/domain/notification-settings.ts';
import { log } from '#lib/log.ts';
import { nextDigestAt } from '#lib/notifications/digest-time.ts';
import { recheckNotification } from '#lib/notifications/recheck.ts';
import { finishBeforeExit, isExiting } from '#lib/runtime/unfinished-work.ts';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { readNotificationSettings } from '#lib/store/notification-settings.ts';
import {
  type DueNotification,
  deferToDigest,
  finishDigest,
  finishNotification,
  MAX_DELIVERY_ATTEMPTS,
  queryDigestNotifications,
  takeDueNotification,
} from '#lib/store/outbox.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { composeDigest, DIGEST_RETRY_MINUTES } from './digest-email.ts';
import { composeNotificationEmail, mayRead } from './notification-email.ts';
import { isEmailConfigured, sendEmail } from './transport.ts';

const INTERVAL_MS = 5_000;
/**
 * The maximum number of emails sent per round. With this limit, a round ends even if new notifications keep
 * arriving.
 */
const MAX_PER_ROUND = 20;

/**
 * Sends the emails that are due. Several servers can run this function at the same time, because only
 * one server can claim each email.
 */
export async function sendDueNotifications(db: Database): Promise<void> {
  for (let i = 0; i < MAX_PER_ROUND && !isExiting(); i++) {
    const notification = await takeDueNotification(db);
    if (!notification) return;
    await deliver(db, notification);
  }
}

/** Delivers one email if the recipient is still allowed to get it. */
async function deliver(db: Database, notification: DueNotification): Promise<void> {
  const { kind, memberId } = notification;
  const member = await findMember(db, memberId);
  const isActive = member !== undefined && member.disabledAt === null;
  if (kind === DIGEST)
    return isActive ? deliverDigest(db, notification, member) : dropDigest(db, notification);
  if (!isActive || !mayRead(member, kind)) return finishNotification(db, notification, 'all');
  const settings = await readNotificationSettings(db, memberId);
  switch (emailChoiceFor(settings, kind)) {
    case 'off':
      return finishNotification(db, notification, 'all');
    case 'daily': {
      const zone = member.timeZone ?? settings.zone ?? 'UTC';
      const at = nextDigestAt(notification.takenAt.getTime(), settings.digestMinute, zone);
      return deferToDigest(db, notification, at);
    }
    case 'now':
      return deliverNow(db, notification, kind, member);
  }
}

/**
 * Sends a notification's email. Closes the notification's email, or keeps it open if it must be sent again.
 * If the member has already gotten many emails, the member's next digest lists the notification instead.
 */
async function deliverNow(
  db: Database,
  notification: DueNotification,
  event: NotificationEvent,
  member: MemberRow,
): Promise<void> {
  const { id, kind, deliveryAttempts, takenAt } = notification;
  const isLast = deliveryAttempts >= MAX_DELIVERY_ATTEMPTS;
  const state = await recheckNotification(db, notification);
  if (state === 'unknown' && !isLast) return;
  const email = state === 'true' ? await composeNotificationEmail(db, notification, member) : null;
  if (!email) return finishNotification(db, notification, []);
  if (deliveryAttempts === 1 && !isSecurityNotification(event)) {
    const { isAllowed } = await consumeRateLimit(db, 'notification-email', member.id);
    if (!isAllowed) return deferToDigest(db, notification, later(takenAt));
  }
  const { decisionIds = [], ...content } = email;
  const isSent = await sendEmail({ to: member.email, ...content });
  if (!isSent && !isLast) return;
  if (!isSent) log().warn({ notification: id, kind }, ABANDONED);
  await finishNotification(db, notification, decisionIds);
}

const ABANDONED = 'notification abandoned after too many failed deliveries';

const later = (takenAt: Date) => new Date(takenAt.getTime() + DIGEST_RETRY_MINUTES * MINUTE_MS);

/** Sends one email about all notifications that are waiting for the member's digest. */
async function deliverDigest(db: Database, digest: DueNotification, member: MemberRow): Promise<void> {
  const { id, kind, deliveryAttempts, takenAt } = digest;
  const { email, covered, undecided } = await composeDigest(db, digest, member);
  for (const row of undecided) await deferToDigest(db, row, later(takenAt));
  const isSent = email === null || (await sendEmail({ to: member.email, ...email }));
  if (!isSent && deliveryAttempts < MAX_DELIVERY_ATTEMPTS) return;
  if (!isSent) log().warn({ notification: id, kind }, ABANDONED);
  await finishDigest(db, digest, covered);
}

async function dropDigest(db: Database, digest: DueNotification): Promise<void> {
  const rows = await queryDigestNotifications(db, digest.memberId);
  await finishDigest(
    db,
    digest,
    rows.map((row) => ({ row, decisionIds: 'all' as const })),
  );
}

/**
 * Starts timers that send the due emails every five seconds. If no email server is configured, notifications
 * aren't emailed, and waiting emails with share links fail.
 * @returns a function that stops the outbox
 */
export function startOutbox(open: () => Promise<Database>): () => void {
  const stops = [
    startRounds(async () => {
      // Imported on first use, because only Next can load the code that records events, and Next has started
      // by then.
      const { sendDueShareEmails } = await import('./share-emails.ts');
      while (await sendDueShareEmails(await open()));
    }),
    ...(isEmailConfigured() ? [startRounds(async () => sendDueNotifications(await open()))] : []),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function startRounds(run: () => Promise<void>): () => void {
  let next: NodeJS.Timeout | undefined;
  const round = async () => {
    if (isExiting()) return;
    try {
      await finishBeforeExit(run);
    } catch (error) {
      // The database may be down.
      // The next round tries again.
      log().warn({ err: error }, 'emails not sent, trying again');
    }
    next = setTimeout(round, INTERVAL_MS).unref();
  };
  next = setTimeout(round, INTERVAL_MS).unref();
  return () => clearTimeout(next);
}
