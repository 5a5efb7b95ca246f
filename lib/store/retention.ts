/**
 * Deletes records that don't have to be kept anymore. Never deletes an attempt whose outcome is unknown, an
 * attempt that changed something, or what the activity log says about such an attempt.
 */
import 'server-only';
import { and, eq, inArray, isNotNull, lt, lte, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { UNSETTLED } from './attempts.ts';
import { FINAL_STATUSES } from './decided-contents.ts';
import { BATCH_ROWS, daysAgo, deleteSome } from './delete-some.ts';
import { activity, eventCounts } from './schema/activity.ts';
import { attempts } from './schema/attempts.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { invitations } from './schema/invitations.ts';
import { jobItems, jobs } from './schema/jobs.ts';
import { paymentRunItems, paymentRunLinks, paymentRuns } from './schema/payment-runs.ts';
import { shareEmails, shareLinks, shareVisits } from './schema/share-links.ts';

/**
 * Deletes some of the attempts that were refused more than `days` ago. Keeps attempts to reschedule that only
 * canceled the campaign. Also keeps the attempts for items in jobs and payment runs, because those attempts
 * are the items' results.
 */
export function deleteRefusedAttempts(db: Database, days: number): Promise<number> {
  const jobItem = db.select({ one: sql`1` }).from(jobItems).where(eq(jobItems.attemptKey, attempts.itemKey));
  const runItem = db
    .select({ one: sql`1` })
    .from(paymentRunItems)
    .where(eq(paymentRunItems.sendKey, attempts.itemKey));
  const runLink = db
    .select({ one: sql`1` })
    .from(paymentRunLinks)
    .where(eq(paymentRunLinks.attemptId, attempts.id));
  return deleteSome(
    db,
    attempts,
    and(
      eq(attempts.state, 'refused'),
      lt(attempts.settledAt, daysAgo(days)),
      sql`${attempts.reschedule} ->> 'part' is distinct from 'send'`,
      notExists(jobItem),
      notExists(runItem),
      notExists(runLink),
    ),
  );
}

/** How much of the activity log a step has looked at. */
export interface ActivityProgress {
  readonly deleted: number;
  /** The id of the last entry that the step looked at. Null if there are no more entries that are old enough. */
  readonly lastId: number | null;
}

/**
 * Of the next BATCH_ROWS entries, deletes those older than `days` days, except entries about an attempt that
 * still exists. A trigger rejects any other deletion.
 * @param afterId the id of the last entry that the previous step looked at
 */
export function deleteOldActivity(db: Database, days: number, afterId: number): Promise<ActivityProgress> {
  const limit = daysAgo(days);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('mailroom.delete_activity_before', (${limit})::text, true)`);
    const page = await tx
      .select({ id: activity.id, isOld: sql<boolean>`${activity.at} < ${limit}` })
      .from(activity)
      .where(sql`${activity.id} > ${afterId}`)
      .orderBy(activity.id)
      .limit(BATCH_ROWS);
    const ids = page.filter(({ isOld }) => isOld).map(({ id }) => id);
    const attempt = tx.select({ one: sql`1` }).from(attempts).where(eq(attempts.id, activity.attemptId));
    const rows =
      ids.length === 0
        ? []
        : await tx
            .delete(activity)
            .where(and(inArray(activity.id, ids), notExists(attempt)))
            .returning({ id: activity.id });
    return { deleted: rows.length, lastId: ids.length === 0 ? null : (page.at(-1)?.id ?? null) };
  });
}

/** Deletes some of the repeatable security events that don't have to be kept any longer. */
export const deleteRepeatedEvents = (db: Database): Promise<number> =>
  deleteSome(db, activity, lte(activity.keepUntil, sql`now()`));

/** Deletes some of the counts for repeatable security events whose activity-log entries no longer exist. */
export const deleteEventCounts = (db: Database): Promise<number> => {
  const entry = db
    .select({ one: sql`1` })
    .from(activity)
    .where(eq(activity.attemptId, eventCounts.attemptId));
  return deleteSome(db, eventCounts, and(lt(eventCounts.hour, daysAgo(1)), notExists(entry)));
};

/**
 * Deletes one bulk job that ended more than `days` ago, with its items, unless an item's outcome isn't known.
 */
export function deleteOldJob(db: Database, days: number): Promise<number> {
  const pendingItem = db
    .select({ one: sql`1` })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobs.id), inArray(jobItems.state, ['started', 'unknown'])));
  return deleteSome(
    db,
    jobs,
    and(
      inArray(jobs.state, ['ended', 'stopped']),
      lt(sql`greatest(${jobs.endedAt}, ${jobs.stoppedAt})`, daysAgo(days)),
      notExists(pendingItem),
    ),
    1,
  );
}

/**
 * Deletes one payment run that was created more than `days` ago, unless one of its links was created since
 * then, or an attempt's outcome isn't known.
 */
export function deleteOldPaymentRun(db: Database, days: number): Promise<number> {
  const isUnsettled = inArray(attempts.state, UNSETTLED);
  const usedLink = db
    .select({ one: sql`1` })
    .from(paymentRunLinks)
    .innerJoin(attempts, eq(attempts.id, paymentRunLinks.attemptId))
    .where(
      and(
        eq(paymentRunLinks.runId, paymentRuns.id),
        or(isUnsettled, sql`${attempts.startedAt} >= ${daysAgo(days)}`),
      ),
    );
  const unsettledSend = db
    .select({ one: sql`1` })
    .from(paymentRunItems)
    .innerJoin(attempts, eq(attempts.itemKey, paymentRunItems.sendKey))
    .where(and(eq(paymentRunItems.runId, paymentRuns.id), isUnsettled));
  return deleteSome(
    db,
    paymentRuns,
    and(lt(paymentRuns.createdAt, daysAgo(days)), notExists(usedLink), notExists(unsettledSend)),
    1,
  );
}

/**
 * Deletes some of the share links that ended more than `days` ago, with their views and guests' decisions. Keeps the
 * links of campaigns that can still change, because a decision may be the approval that the team's rule requires.
 */
export function deleteOldShareLinks(db: Database, days: number): Promise<number> {
  const settledCampaign = db
    .select({ one: sql`1` })
    .from(indexedCampaigns)
    .where(
      and(
        eq(indexedCampaigns.campaignId, shareLinks.campaignId),
        or(isNotNull(indexedCampaigns.goneAt), inArray(indexedCampaigns.status, FINAL_STATUSES)),
      ),
    );
  const pendingEmail = db
    .select({ one: sql`1` })
    .from(shareEmails)
    .where(
      and(eq(shareEmails.shareLinkId, shareLinks.id), inArray(shareEmails.state, ['waiting', 'sending'])),
    );
  return deleteSome(
    db,
    shareLinks,
    and(
      lt(sql`least(${shareLinks.revokedAt}, ${shareLinks.expiresAt})`, daysAgo(days)),
      sql`exists ${settledCampaign}`,
      notExists(pendingEmail),
    ),
    SHARE_LINKS,
  );
}

/**
 * The number of share links to delete in one statement. Small, because each link can have many views and
 * decisions.
 */
const SHARE_LINKS = 20;

export const deleteOldVisits = (db: Database, days: number): Promise<number> =>
  deleteSome(db, shareVisits, lt(shareVisits.lastAt, daysAgo(days)));

/** Deletes some of the invitations that were accepted, were revoked, or expired more than `days` ago. */
export const deleteOldInvitations = (db: Database, days: number): Promise<number> =>
  deleteSome(
    db,
    invitations,
    lt(
      sql`coalesce(${invitations.acceptedAt}, ${invitations.revokedAt}, ${invitations.expiresAt})`,
      daysAgo(days),
    ),
  );
