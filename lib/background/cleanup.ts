/** Once a day, deletes data that, according to the KEEP_… settings, no longer has to be kept. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { isDatabaseOutage } from '#lib/database/outage.ts';
import { env } from '#lib/env/env.ts';
import type { KeepDays, Retention } from '#lib/env/retention-shapes.ts';
import { log } from '#lib/log.ts';
import { deleteOldNotifications } from '#lib/store/outbox.ts';
import {
  deleteEventCounts,
  deleteOldActivity,
  deleteOldInvitations,
  deleteOldJob,
  deleteOldPaymentRun,
  deleteOldShareLinks,
  deleteOldVisits,
  deleteRefusedAttempts,
  deleteRepeatedEvents,
} from '#lib/store/retention.ts';
import { deleteExpiredSessions } from '#lib/store/sessions.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { NO_LEASE, type RoundLease, type RoundTimes, startLeasedRounds } from './leased-rounds.ts';

const TIMES: RoundTimes = {
  firstRoundAfterMs: 5 * MINUTE_MS,
  intervalMs: MINUTE_MS,
  leaseMs: 3 * MINUTE_MS,
  // A step is one statement that deletes a few hundred rows.
  stalledAfterMs: 2 * MINUTE_MS,
};

interface Rule {
  /** The data's name in the log. */
  readonly name: string;
  readonly keep: KeepDays;
  /**
   * Deletes a small number of rows. @returns the number of deleted rows, which is 0 if no rows are left to
   * delete
   */
  readonly deleteSome: (db: Database, days: number) => Promise<number>;
}

/**
 * Attempts are deleted after the jobs and runs that need them, and activity log entries are deleted after the
 * attempts.
 */
const rulesFor = (retention: Retention): readonly Rule[] => [
  { name: 'sessions', keep: retention.sessions, deleteSome: deleteExpiredSessions },
  { name: 'notifications', keep: retention.notifications, deleteSome: deleteOldNotifications },
  { name: 'invitations', keep: retention.invitations, deleteSome: deleteOldInvitations },
  { name: 'visits', keep: retention.visits, deleteSome: deleteOldVisits },
  { name: 'share_links', keep: retention.shareLinks, deleteSome: deleteOldShareLinks },
  { name: 'jobs', keep: retention.jobs, deleteSome: deleteOldJob },
  { name: 'payment_runs', keep: retention.jobs, deleteSome: deleteOldPaymentRun },
  { name: 'refused_attempts', keep: retention.refusedAttempts, deleteSome: deleteRefusedAttempts },
  { name: 'repeated_events', keep: retention.repeatedEvents, deleteSome: deleteRepeatedEvents },
  { name: 'event_counts', keep: retention.repeatedEvents, deleteSome: deleteEventCounts },
];

/**
 * Deletes everything that is old enough. Lets other queries run between the statements.
 * @returns the number of deleted rows, keyed by the name of the data
 */
export async function deleteOldData(
  db: Database,
  lease: RoundLease = NO_LEASE,
): Promise<Readonly<Record<string, number>>> {
  const { retention } = env();
  const deleted: Record<string, number> = {};
  const add = (name: string, count: number) => {
    if (count > 0) deleted[name] = (deleted[name] ?? 0) + count;
  };
  for (const { name, keep, deleteSome } of rulesFor(retention)) {
    await attemptRule(name, async () => {
      for (let count = 1; keep !== null && count > 0 && !lease.isLost(); ) {
        count = await deleteSome(db, keep);
        add(name, count);
        lease.advance();
      }
    });
  }
  await attemptRule('activity', async () => {
    for (let after: number | null = 0; retention.activity !== null && after !== null && !lease.isLost(); ) {
      const step = await deleteOldActivity(db, retention.activity, after);
      add('activity', step.deleted);
      after = step.lastId;
      lease.advance();
    }
  });
  return deleted;
}

/**
 * Only logs the error, so that a failure to delete one kind of data doesn't keep the other kinds from being
 * deleted.
 */
async function attemptRule(rule: string, deleteAll: () => Promise<void>): Promise<void> {
  try {
    await deleteAll();
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    log().warn({ err: error, rule }, 'old data could not be deleted');
  }
}

/**
 * Runs the daily cleanup until the process ends. After a restart, the cleanup runs again, but usually has
 * nothing to delete.
 * @returns a function that stops the rounds
 */
export function startCleanup(open: () => Promise<Database>): () => void {
  let nextAt = 0;
  return startLeasedRounds({
    name: 'cleanup',
    open,
    times: TIMES,
    runRound: async (db, _round, lease) => {
      if (performance.now() < nextAt) return;
      const deleted = await deleteOldData(db, lease);
      if (lease.isLost()) return;
      nextAt = performance.now() + DAY_MS;
      if (Object.keys(deleted).length > 0) log().info({ deleted }, 'old data was deleted');
    },
  });
}
