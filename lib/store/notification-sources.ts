/** Reads the rows that notifications are about. */
import 'server-only';
import { and, desc, inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { NotifiedCampaign } from '#lib/domain/notification-content.ts';
import { isRequestApproved, queryJobRequests } from './job-approval-requests.ts';
import type { NotificationRow } from './notifications.ts';
import { queryFailedRunSends, queryNotifiedJobs } from './notified-jobs.ts';
import { apiTokens } from './schema/api-tokens.ts';
import { attempts } from './schema/attempts.ts';
import { calendarFeeds } from './schema/calendar-feeds.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { guestDecisions } from './schema/decisions.ts';
import { approvalRequests } from './schema/notifications.ts';
import { shareLinks } from './schema/share-links.ts';
import type { DecisionRow } from './share-links.ts';

export type Subject = Pick<NotificationRow, 'id' | 'kind' | 'about' | 'occurredAt'>;

/** A campaign in the index, with the data that notifications need. */
export interface Known {
  readonly campaign: NotifiedCampaign;
  readonly status: string | null;
  readonly scheduledAt: Date | null;
  readonly payment: string | null;
}

export type Sources = Awaited<ReturnType<typeof readSources>>;

export async function readSources(db: Database, subjects: readonly Subject[]) {
  const idsOf = (...kinds: readonly string[]) =>
    subjects.flatMap(({ kind, about }) => (kinds.includes(kind) ? [about] : []));
  const decided = idsOf('guest.decided');
  const requested = idsOf('approval.requested');
  const [attemptRows, links, decisions, requests, approvals, jobRequests, jobs, runSends, tokens, feeds] =
    await Promise.all([
      readByIds(idsOf('campaign.scheduled', 'campaign.unscheduled', 'attempt.review_needed'), (ids) =>
        db.select().from(attempts).where(inArray(attempts.id, ids)),
      ),
      readByIds(decided, (ids) => db.select().from(shareLinks).where(inArray(shareLinks.id, ids))),
      readByIds(decided, (ids) => queryLatestDecisions(db, ids)),
      readByIds(requested, (ids) =>
        db.select().from(approvalRequests).where(inArray(approvalRequests.id, ids)),
      ),
      readByIds(requested, (ids) => queryApprovals(db, ids)),
      readByIds(idsOf('approvals.requested'), (ids) => queryJobRequests(db, ids.map(Number))),
      queryNotifiedJobs(db, idsOf('job.ended', 'job.stopped').map(Number)),
      readByIds(idsOf('payment_run.send_failed'), (ids) => queryFailedRunSends(db, ids)),
      readByIds(idsOf('api_token.created'), (ids) =>
        db.select().from(apiTokens).where(inArray(apiTokens.id, ids)),
      ),
      readByIds(idsOf('calendar_feed.created'), (ids) =>
        db.select().from(calendarFeeds).where(inArray(calendarFeeds.id, ids)),
      ),
    ]);
  const approved = new Set(approvals.map(({ id }) => id));
  return {
    ...{ attempts: attemptRows, links, decisions, requests, approved },
    ...{ jobRequests, jobs, runSends, tokens, feeds },
  };
}

const readByIds = async <T>(ids: string[], read: (ids: string[]) => Promise<T[]>): Promise<T[]> =>
  ids.length === 0 ? [] : read([...new Set(ids)]);

/** Returns each guest's latest decision about each link, oldest first. */
async function queryLatestDecisions(db: Database, shareLinkIds: string[]): Promise<DecisionRow[]> {
  const { shareLinkId, browser, email, at, id } = guestDecisions;
  const rows = await db
    .selectDistinctOn([shareLinkId, browser, email])
    .from(guestDecisions)
    .where(inArray(shareLinkId, shareLinkIds))
    .orderBy(shareLinkId, browser, email, desc(at), desc(id));
  return rows.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Returns the requests whose content another member approved. */
const queryApprovals = (db: Database, requestIds: string[]) =>
  db
    .select({ id: approvalRequests.id })
    .from(approvalRequests)
    .where(and(inArray(approvalRequests.id, requestIds), isRequestApproved));

export async function readCampaigns(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Known>> {
  if (ids.length === 0) return new Map();
  const { campaignId, title, firstTemplateName, goneAt, status, scheduledAt, payment } = indexedCampaigns;
  const rows = await db
    .select({ campaignId, title, firstTemplateName, goneAt, status, scheduledAt, payment })
    .from(indexedCampaigns)
    .where(inArray(campaignId, [...new Set(ids)]));
  return new Map(
    rows.map((row) => [
      row.campaignId,
      {
        ...row,
        campaign: {
          id: row.campaignId,
          name: row.title ?? row.firstTemplateName ?? undefined,
          isDeleted: row.goneAt !== null,
        },
      },
    ]),
  );
}
