/** Reads which of a job's drafts are still waiting for the approval that the job asked for. */
import 'server-only';
import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { ContentOf } from '#lib/domain/notification-content.ts';
import { countUnpriced, sumOf } from './job-items.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { memberDecisions } from './schema/decisions.ts';
import { jobItems } from './schema/jobs.ts';
import { approvalRequests } from './schema/notifications.ts';

type JobRequests = ContentOf<'approvals.requested'>;

/** The number of drafts that a notification lists. */
const MAX_LISTED = 20;

/** Returns what the notification about each job's requests says now. Leaves out jobs without requests. */
export async function queryJobRequests(db: Database, jobIds: readonly number[]): Promise<JobRequests[]> {
  const contents = await Promise.all(jobIds.map((id) => readJobRequests(db, id)));
  return contents.flatMap((content) => content ?? []);
}

/** Whether another member has approved the content that the request is about. */
export const isRequestApproved = sql`exists (select 1 from ${memberDecisions}
  where ${memberDecisions.campaignId} = ${approvalRequests.campaignId}
    and ${memberDecisions.fingerprint} = ${approvalRequests.fingerprint}
    and ${memberDecisions.decision} = 'approved'
    and ${memberDecisions.memberId} is distinct from ${approvalRequests.memberId})`;

async function readJobRequests(db: Database, id: number): Promise<JobRequests | undefined> {
  const [latest] = await db
    .select({ by: approvalRequests.by, comment: approvalRequests.comment, at: approvalRequests.at })
    .from(approvalRequests)
    .where(eq(approvalRequests.jobId, id))
    .orderBy(desc(approvalRequests.at))
    .limit(1);
  if (!latest) return undefined;
  const [totals, first] = await Promise.all([sumWaiting(db, id), listWaiting(db, id)]);
  return {
    event: 'approvals.requested',
    id,
    by: latest.by,
    comment: latest.comment,
    at: latest.at.getTime(),
    campaigns: totals.reduce((sum, { campaigns }) => sum + campaigns, 0),
    recipients: totals.reduce((sum, { recipients }) => sum + recipients, 0),
    totals: totals.map(({ recipients: _, ...total }) => total),
    first: first.map(({ title, firstTemplateName, ...campaign }) => ({
      ...campaign,
      name: title ?? firstTemplateName ?? undefined,
    })),
  };
}

/** The drafts that are waiting, according to the campaign index. */
const isWaiting = (jobId: number): SQL | undefined =>
  and(
    eq(approvalRequests.jobId, jobId),
    isNull(indexedCampaigns.goneAt),
    or(isNull(indexedCampaigns.status), eq(indexedCampaigns.status, 'draft')),
    sql`not ${isRequestApproved}`,
  );

const isItemOfRequest = and(
  eq(jobItems.jobId, approvalRequests.jobId),
  eq(jobItems.campaignId, approvalRequests.campaignId),
);
const isCampaignOfRequest = eq(indexedCampaigns.campaignId, approvalRequests.campaignId);

const sumWaiting = (db: Database, jobId: number) =>
  db
    .select({
      currency: jobItems.currency,
      campaigns: count(),
      recipients: sumOf(sql`${jobItems.recipients}`),
      price: sumOf(jobItems.priceMinor),
      unpriced: countUnpriced,
    })
    .from(approvalRequests)
    .innerJoin(jobItems, isItemOfRequest)
    .leftJoin(indexedCampaigns, isCampaignOfRequest)
    .where(isWaiting(jobId))
    .groupBy(jobItems.currency)
    .orderBy(desc(count()), asc(jobItems.currency));

const listWaiting = (db: Database, jobId: number) =>
  db
    .select({
      id: approvalRequests.campaignId,
      title: indexedCampaigns.title,
      firstTemplateName: indexedCampaigns.firstTemplateName,
      price: jobItems.price,
      recipients: jobItems.recipients,
    })
    .from(approvalRequests)
    .innerJoin(jobItems, isItemOfRequest)
    .leftJoin(indexedCampaigns, isCampaignOfRequest)
    .where(isWaiting(jobId))
    .orderBy(jobItems.position)
    .limit(MAX_LISTED);
