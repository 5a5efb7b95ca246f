/** Notifies the admins when the mail service rejects the API key. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { recordKeyRejection } from '#lib/store/key-rejections.ts';
import { queryAdmins, queueNotifications } from '#lib/store/notifications.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { listenToKeyRejections } from '#lib/upstream/key-rejections.ts';

/** Starts notifying the admins about rejections. Each server records at most one rejection per minute. */
export function startKeyWatch(open: () => Promise<Database>): void {
  let recordedAt = Number.NEGATIVE_INFINITY;
  listenToKeyRejections(() => {
    if (performance.now() - recordedAt < MINUTE_MS) return;
    recordedAt = performance.now();
    void open()
      .then(notifyAboutKey)
      // Only logs the error, because a later rejection can be recorded instead.
      .catch((error: unknown) => log().warn({ err: error }, 'a rejected API key was not recorded'));
  });
}

/** Notifies the admins about a rejection, once for each period of rejections. */
export const notifyAboutKey = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    const period = await recordKeyRejection(tx);
    if (period === undefined) return;
    const admins = await queryAdmins(tx);
    await queueNotifications(
      tx,
      'service.key_rejected',
      admins.map((memberId) => ({ about: period, memberId })),
    );
  });
