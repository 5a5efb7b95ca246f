/** Reads what notifications are about, from Mailroom's own tables. */
import 'server-only';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { DIGEST } from '#lib/domain/notification.ts';
import type {
  ContentOf,
  NotificationContent,
  NotifiedAttempt,
  NotifiedCampaign,
} from '#lib/domain/notification-content.ts';
import { UNSETTLED } from './attempts.ts';
import { countItems } from './job-items.ts';
import type { NotificationRow } from './notifications.ts';
import { apiTokens } from './schema/api-tokens.ts';
import { attempts } from './schema/attempts.ts';
import { calendarFeeds } from './schema/calendar-feeds.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { guestDecisions, memberDecisions } from './schema/decisions.ts';
import { jobs } from './schema/jobs.ts';
import { approvalRequests } from './schema/notifications.ts';
import { shareLinks } from './schema/share-links.ts';
import type { DecisionRow, ShareLinkRow } from './share-links.ts';

type Subject = Pick<NotificationRow, 'id' | 'kind' | 'about' | 'occurredAt'>;

/** The id of a campaign and the time of an event, as in a notification's `about`. Times are in milliseconds. */
export const toOccasion = (campaignId: number, at: number): string => `${campaignId}@${at}`;

export function parseOccasion(about: string): { readonly campaignId: number; readonly at: number } | null {
  const [, id, at] = /^(\d+)@(\d+)$/.exec(about) ?? [];
  return id === undefined ? null : { campaignId: Number(id), at: Number(at) };
}

/**
 * Returns what each notification says now, by the notification's id. Leaves out notifications about something that
 * doesn't exist anymore.
 */
export async function readNotificationContents(
  db: Database,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, NotificationContent>> {
  const sources = await readSources(db, subjects);
  const campaigns = await readCampaigns(db, [
    ...sources.attempts.map(({ campaignId }) => campaignId),
    ...sources.links.map(({ campaignId }) => campaignId),
    ...sources.requests.map(({ campaignId }) => campaignId),
    ...subjects.flatMap(({ about }) => parseOccasion(about)?.campaignId ?? []),
  ]);
  return new Map(
    subjects.flatMap((subject) => {
      const content = toContent(subject, sources, campaigns);
      return content ? [[subject.id, content] as const] : [];
    }),
  );
}

/** A campaign of the index, with what notifications need. */
interface Known {
  readonly campaign: NotifiedCampaign;
  readonly status: string | null;
  readonly scheduledAt: Date | null;
  readonly payment: string | null;
}

type Sources = Awaited<ReturnType<typeof readSources>>;

async function readSources(db: Database, subjects: readonly Subject[]) {
  const idsOf = (...kinds: readonly string[]) =>
    subjects.flatMap(({ kind, about }) => (kinds.includes(kind) ? [about] : []));
  const decided = idsOf('guest.decided');
  const requested = idsOf('approval.requested');
  const [attemptRows, links, decisions, requests, approvals, endedJobs, tokens, feeds] = await Promise.all([
    readByIds(idsOf('campaign.scheduled', 'campaign.unscheduled', 'attempt.review_needed'), (ids) =>
      db.select().from(attempts).where(inArray(attempts.id, ids)),
    ),
    readByIds(decided, (ids) => db.select().from(shareLinks).where(inArray(shareLinks.id, ids))),
    readByIds(decided, (ids) =>
      db
        .select()
        .from(guestDecisions)
        .where(inArray(guestDecisions.shareLinkId, ids))
        .orderBy(asc(guestDecisions.at), asc(guestDecisions.id)),
    ),
    readByIds(requested, (ids) =>
      db.select().from(approvalRequests).where(inArray(approvalRequests.id, ids)),
    ),
    readByIds(requested, (ids) => queryApprovals(db, ids)),
    readByIds(idsOf('job.ended'), (ids) => queryEndedJobs(db, ids.map(Number))),
    readByIds(idsOf('api_token.created'), (ids) =>
      db.select().from(apiTokens).where(inArray(apiTokens.id, ids)),
    ),
    readByIds(idsOf('calendar_feed.created'), (ids) =>
      db.select().from(calendarFeeds).where(inArray(calendarFeeds.id, ids)),
    ),
  ]);
  const approved = new Set(approvals.map(({ id }) => id));
  return { attempts: attemptRows, links, decisions, requests, approved, endedJobs, tokens, feeds };
}

const readByIds = async <T>(ids: string[], read: (ids: string[]) => Promise<T[]>): Promise<T[]> =>
  ids.length === 0 ? [] : read([...new Set(ids)]);

/** Returns the jobs that have ended, with the number of campaigns in each state. */
async function queryEndedJobs(db: Database, ids: readonly number[]): Promise<ContentOf<'job.ended'>[]> {
  const [rows, counts] = await Promise.all([
    db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [...ids])),
    countItems(db, ids),
  ]);
  return rows.flatMap(({ id, action, endedAt }) => {
    const { done = 0, refused = 0, unknown = 0 } = counts.get(id) ?? {};
    if (endedAt === null) return [];
    return [{ event: 'job.ended', id, kind: action.kind, done, refused, unknown, at: endedAt.getTime() }];
  });
}

/** Returns the requests whose content another member approved. */
const queryApprovals = (db: Database, requestIds: string[]) =>
  db
    .select({ id: approvalRequests.id })
    .from(approvalRequests)
    .where(
      sql`${inArray(approvalRequests.id, requestIds)} and exists (select 1 from ${memberDecisions}
        where ${memberDecisions.campaignId} = ${approvalRequests.campaignId}
          and ${memberDecisions.fingerprint} = ${approvalRequests.fingerprint}
          and ${memberDecisions.decision} = 'approved'
          and ${memberDecisions.memberId} is distinct from ${approvalRequests.memberId})`,
    );

async function readCampaigns(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Known>> {
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

function toContent(
  { kind, about, occurredAt }: Subject,
  sources: Sources,
  campaigns: ReadonlyMap<number, Known>,
): NotificationContent | undefined {
  const known = (id: number): Known =>
    campaigns.get(id) ?? {
      campaign: { id, name: undefined, isDeleted: false },
      status: null,
      scheduledAt: null,
      payment: null,
    };
  const find = <T extends { readonly id: string }>(rows: readonly T[]) => rows.find(({ id }) => id === about);
  const at = occurredAt.getTime();
  switch (kind) {
    case 'campaign.scheduled':
    case 'attempt.review_needed': {
      const attempt = find(sources.attempts);
      return attempt && toAttemptContent(kind, attempt, known(attempt.campaignId));
    }
    case 'campaign.unscheduled': {
      const attempt = find(sources.attempts);
      return attempt && toUnscheduledContent(attempt, known(attempt.campaignId));
    }
    case 'guest.decided': {
      const link = find(sources.links);
      const decisions = sources.decisions.filter(({ shareLinkId }) => shareLinkId === about);
      return link && toDecidedContent(known(link.campaignId).campaign, link, decisions);
    }
    case 'approval.requested': {
      const request = find(sources.requests);
      if (!request) return undefined;
      const { campaign } = known(request.campaignId);
      const { by, comment } = request;
      const isApproved = sources.approved.has(request.id);
      return { event: kind, campaign, by, comment, at: request.at.getTime(), isApproved };
    }
    case 'campaign.due_unapproved':
    case 'campaign.paid_unsent': {
      const occasion = parseOccasion(about);
      if (!occasion) return undefined;
      const { campaign, status, payment } = known(occasion.campaignId);
      if (kind === 'campaign.due_unapproved') return { event: kind, campaign, sendsAt: occasion.at };
      const isUnsent = status === 'draft' && payment === 'paid_not_sent' && !campaign.isDeleted;
      return { event: kind, campaign, since: occasion.at, isUnsent };
    }
    case 'job.ended':
      return sources.endedJobs.find(({ id }) => String(id) === about);
    case 'api_token.created': {
      const token = find(sources.tokens);
      if (!token) return undefined;
      const { id, name, ending, createdAt, expiresAt } = token;
      const times = { createdAt: createdAt.getTime(), expiresAt: expiresAt.getTime() };
      return { event: kind, id, name, ending, ...times };
    }
    case 'calendar_feed.created': {
      const feed = find(sources.feeds);
      if (!feed) return undefined;
      const { name, customerId, createdAt } = feed;
      return { event: kind, name, customerId, createdAt: createdAt.getTime() };
    }
    case DIGEST:
      return undefined;
    default:
      return { event: kind, at };
  }
}

function toUnscheduledContent(
  { operation, by, amount, startedAt, before, reschedule, state }: typeof attempts.$inferSelect,
  { campaign }: Known,
): ContentOf<'campaign.unscheduled'> | undefined {
  if (!reschedule) return undefined;
  return {
    event: 'campaign.unscheduled',
    campaign,
    attempt: { operation, by, amount, startedAt: startedAt.getTime() },
    oldTime: before?.scheduledAt ?? null,
    newTime: reschedule.sendAt,
    reason: reschedule.reason,
    isScheduled: state === 'done',
  };
}

function toAttemptContent(
  event: 'campaign.scheduled' | 'attempt.review_needed',
  row: typeof attempts.$inferSelect,
  { campaign, status, scheduledAt }: Known,
): ContentOf<'campaign.scheduled'> | ContentOf<'attempt.review_needed'> {
  const { operation, by, amount, startedAt } = row;
  const attempt: NotifiedAttempt = { operation, by, amount, startedAt: startedAt.getTime() };
  if (event === 'attempt.review_needed') {
    const isSettled = !UNSETTLED.some((state) => state === row.state);
    return { event, campaign, attempt, isSettled };
  }
  const sendsAt = status === 'queued' ? (scheduledAt?.getTime() ?? null) : null;
  const mismatch = row.result?.mismatch ?? null;
  return { event, campaign, attempt, mismatch, sendsAt, isCanceled: status === 'draft' };
}

/**
 * Returns what a notification says about guests' decisions, which are oldest first. Lists only each guest's latest
 * decision. Returns undefined if there are none.
 */
export function toDecidedContent(
  campaign: NotifiedCampaign,
  { label }: Pick<ShareLinkRow, 'label'>,
  decisions: readonly DecisionRow[],
): ContentOf<'guest.decided'> | undefined {
  if (decisions.length === 0) return undefined;
  const latest = new Map(decisions.map((decision) => [`${decision.browser} ${decision.email}`, decision]));
  return {
    event: 'guest.decided',
    campaign,
    label,
    decisions: [...latest.values()].map(({ decision, name, email, comment, verifiedAt, at }) => ({
      ...{ decision, name, email, comment },
      isVerified: verifiedAt !== null,
      at: at.getTime(),
    })),
  };
}
