import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { memberById } from '#lib/store/members.ts';
import { closeNotice, MOST_TRIES, type NoticeRow, takeNotice } from '#lib/store/notifications.ts';
import { composeNotificationEmail } from './notification-email.ts';
import { isEmailConfigured, sendEmail } from './transport.ts';

const EVERY_MS = 5_000;
/** A round must end, whatever the mail server does. */
const MOST_A_ROUND = 20;

/** Sends what is due. Any number of servers may do so at once: each notice is taken by one of them. */
export async function sendDueNotifications(db: Database): Promise<void> {
  for (let i = 0; i < MOST_A_ROUND; i++) {
    const notice = await takeNotice(db);
    if (!notice) return;
    if (await isDealtWith(db, notice)) await closeNotice(db, notice.id);
  }
}

async function isDealtWith(db: Database, notice: NoticeRow): Promise<boolean> {
  const member = await memberById(db, notice.memberId);
  if (!member || member.disabledAt) return true;
  const letter = await composeNotificationEmail(db, notice, member);
  if (!letter || (await sendEmail({ to: member.email, about: notice.id, ...letter }))) return true;
  if (notice.deliveries < MOST_TRIES) return false;
  log().warn({ notice: notice.id, kind: notice.kind }, 'news could not be sent by e-mail and is given up');
  return true;
}

/**
 * Does so now and then until the process ends, where a mail server is set.
 * @returns how to end it sooner
 */
export function startOutbox(open: () => Promise<Database>): () => void {
  let next: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      await sendDueNotifications(await open());
    } catch (error) {
      // The database is away, for instance: the next round tries again.
      log().warn({ error: error instanceof Error ? error.name : 'unknown' }, 'no news was sent this time');
    }
    next = setTimeout(round, EVERY_MS).unref();
  };
  if (isEmailConfigured()) next = setTimeout(round, EVERY_MS).unref();
  return () => clearTimeout(next);
}
