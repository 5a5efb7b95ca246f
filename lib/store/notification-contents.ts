/** Reads what notifications are about, from Mailroom's own tables. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { DIGEST } from '#lib/domain/notification.ts';
import type {
  ContentOf,
  NotificationContent,
  NotifiedAttempt,
  NotifiedCampaign,
} from '#lib/domain/notification-content.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { UNSETTLED } from './attempts.ts';
import {
  type Known,
  readCampaigns,
  readSources,
  type Sources,
  type Subject,
} from './notification-sources.ts';
import type { FailedRunSend } from './notified-jobs.ts';
import type { attempts } from './schema/attempts.ts';
import type { DecisionRow, ShareLinkRow } from './share-links.ts';

/** Combines a campaign's id and an event's time into a notification's `about`. Times are in milliseconds. */
export const toOccasion = (campaignId: number, at: number): string => `${campaignId}@${at}`;

export function parseOccasion(about: string): { readonly campaignId: number; readonly at: number } | null {
  const [, id, at] = /^(\d+)@(\d+)$/.exec(about) ?? [];
  return id === undefined ? null : { campaignId: Number(id), at: Number(at) };
}

/**
 * Returns what each notification says now, keyed by the notification's id. Leaves out notifications about things that
 * no longer exist.
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
    ...sources.runSends.map(({ campaignId }) => campaignId),
    ...subjects.flatMap(({ about }) => parseOccasion(about)?.campaignId ?? []),
  ]);
  return new Map(
    subjects.flatMap((subject) => {
      const content = toContent(subject, sources, campaigns);
      return content ? [[subject.id, content] as const] : [];
    }),
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
      const { campaign, status, scheduledAt, payment } = known(occasion.campaignId);
      if (kind === 'campaign.due_unapproved') {
        const isDue = status === null || (status === 'queued' && scheduledAt?.getTime() === occasion.at);
        return { event: kind, campaign, sendsAt: occasion.at, isDue };
      }
      const isUnsent = status === 'draft' && payment === 'paid_not_sent' && !campaign.isDeleted;
      return { event: kind, campaign, since: occasion.at, isUnsent };
    }
    case 'payment_run.send_failed': {
      const send = find(sources.runSends);
      return send && toFailedSendContent(send, known(send.campaignId), at);
    }
    case 'approvals.requested':
      return sources.jobRequests.find(({ id }) => String(id) === about);
    case 'job.ended':
      return sources.jobs.ended.find(({ id }) => String(id) === about);
    case 'job.stopped':
      return sources.jobs.stopped.find(({ id }) => String(id) === about);
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

/** Whether a campaign might be a draft, as far as the index knows. */
const mayBeDraft = (status: string | null): boolean => status === null || status === 'draft';

function toFailedSendContent(
  { runId, failure, endedAt, attemptState }: FailedRunSend,
  { campaign, status }: Known,
  at: number,
): ContentOf<'payment_run.send_failed'> {
  const isOver = endedAt === null || attemptState === 'done' || !mayBeDraft(status);
  return { event: 'payment_run.send_failed', campaign, runId, failure, isOver, at };
}

function toUnscheduledContent(
  { operation, by, amount, startedAt, before, reschedule, state }: typeof attempts.$inferSelect,
  { campaign, status }: Known,
): ContentOf<'campaign.unscheduled'> | undefined {
  if (!reschedule) return undefined;
  return {
    event: 'campaign.unscheduled',
    campaign,
    attempt: { operation, by, amount, startedAt: startedAt.getTime() },
    oldTime: before?.scheduledAt ?? null,
    newTime: reschedule.sendAt,
    reason: reschedule.reason,
    isScheduled: state === 'done' || !mayBeDraft(status),
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
  return { event, campaign, attempt, mismatch, ...toSendTimes(row), sendsAt, isCanceled: status === 'draft' };
}

/**
 * Returns the campaign's send times before and after the attempt, as the attempt recorded them. The campaign
 * may have been rescheduled since then.
 */
function toSendTimes({ operation, before, after, reschedule }: typeof attempts.$inferSelect) {
  const accepted = after?.scheduledAt ?? reschedule?.sendAt;
  const previous = operation === 'rescheduleCampaign' ? before?.scheduledAt : undefined;
  return {
    acceptedTime: parseTimestamp(accepted) ?? null,
    movedFrom: parseTimestamp(previous ?? undefined) ?? null,
  };
}

/**
 * Returns what a notification says about guests' decisions, which are passed oldest first. Lists only each
 * guest's latest decision. Returns undefined if there are none.
 */
export function toDecidedContent(
  campaign: NotifiedCampaign,
  { label }: Pick<ShareLinkRow, 'label'>,
  decisions: readonly DecisionRow[],
): ContentOf<'guest.decided'> | undefined {
  if (decisions.length === 0) return undefined;
  const latest = new Map<string, DecisionRow>();
  for (const decision of decisions) {
    const guest = `${decision.browser} ${decision.email}`;
    // A map keeps each key at its first position.
    latest.delete(guest);
    latest.set(guest, decision);
  }
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
