/** Composes a notification's email just before it is sent, so that the content is current. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { FACTOR_CHANGES } from '#lib/domain/second-factor.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { env } from '#lib/env/env.ts';
import { campaignName, numberedTitle } from '#lib/format/campaign.ts';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { cachedNames } from '#lib/index/names.ts';
import { resolveTemplateNames } from '#lib/index/template-names.ts';
import { findApiTokenById } from '#lib/store/api-tokens.ts';
import { findAttempt } from '#lib/store/attempt-queries.ts';
import { findCalendarFeedById } from '#lib/store/calendar-feeds.ts';
import { readDecisionDigest } from '#lib/store/decision-digests.ts';
import type { MemberRow } from '#lib/store/members.ts';
import type { NotificationRow } from '#lib/store/notifications.ts';
import { queryTitlesAndNotes } from '#lib/store/titles-and-notes.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { newTokenEmail } from './templates/api-token.ts';
import { newFeedEmail } from './templates/calendar-feed.ts';
import type { RenderedEmail } from './templates/content.ts';
import { factorChangeEmail } from './templates/factor-change.ts';
import { guestDecisionsEmail } from './templates/guest-decisions.ts';
import { needsReviewEmail, scheduledEmail, unscheduledEmail } from './templates/notifications.ts';

const READ_MS = 3_000;

export interface NotificationEmail extends RenderedEmail {
  /** Identifies the content, so that a repeated delivery has the same Message-ID. */
  readonly about: string;
  /** The guests' decisions that the email covers. */
  readonly decisionIds?: readonly string[];
}

/** Composes a notification's email. Returns null if the notification has nothing left to report. */
export async function composeNotificationEmail(
  db: Database,
  { id, kind, about, memberId, createdAt }: NotificationRow,
  { timeZone, dateLocale }: MemberRow,
): Promise<NotificationEmail | null> {
  const dateSettings = {
    zone: timeZone ?? 'UTC',
    locale: chooseDateLocale(dateLocale === null ? [] : [dateLocale]),
  };
  if (kind === 'decisions') return composeDigest(db, about, memberId, dateSettings);
  const change = FACTOR_CHANGES.find((name) => name === kind);
  if (change) {
    const link = `${env().origin}/profile`;
    return { ...factorChangeEmail({ change, at: createdAt, link, dateSettings }), about: id };
  }
  if (kind === 'api_token_created') return composeNewToken(db, about, dateSettings);
  if (kind === 'calendar_feed_created') return composeNewFeed(db, about, dateSettings);
  const attempt = await findAttempt(db, about);
  if (!attempt) return null;
  const { campaign, ...info } = await readCampaignInfo(db, attempt.campaignId);
  const { operation, by, amount, startedAt } = attempt;
  const details = { ...info, dateSettings, operation, by, amount, startedAt };
  if (kind === 'needs_review')
    return attempt.state === 'unknown' ? { ...needsReviewEmail(details), about: id } : null;
  if (kind === 'unscheduled') {
    const { state, before, reschedule } = attempt;
    const isOver = state === 'done' || (campaign !== undefined && campaign.status !== 'draft');
    if (!reschedule || isOver) return null;
    const times = { oldTime: before?.scheduledAt ?? null, newTime: reschedule.sendAt };
    return { ...unscheduledEmail({ ...details, ...times, reason: reschedule.reason }), about: id };
  }
  const mismatch = attempt.result?.mismatch ?? null;
  // The campaign was canceled before the console sent the notification.
  if (campaign?.status === 'draft' && !mismatch) return null;
  const sendsAt = campaign?.status === 'queued' ? parseTimestamp(campaign.scheduled_at) : undefined;
  const start = sendsAt === undefined ? null : new Date(sendsAt);
  const email = scheduledEmail({ ...details, sendsAt: start, mismatch, campaign });
  return { ...email, about: id };
}

async function composeNewToken(
  db: Database,
  tokenId: string,
  dateSettings: DateSettings,
): Promise<NotificationEmail | null> {
  const found = await findApiTokenById(db, tokenId);
  if (!found) return null;
  const link = `${env().origin}/tokens/${tokenId}`;
  return { ...newTokenEmail({ ...found.token, link, dateSettings }), about: tokenId };
}

async function composeNewFeed(
  db: Database,
  feedId: string,
  dateSettings: DateSettings,
): Promise<NotificationEmail | null> {
  const feed = await findCalendarFeedById(db, feedId);
  if (!feed) return null;
  const link = `${env().origin}/calendar/feeds`;
  // A feed gets a new email whenever its URL is replaced.
  const about = `${feedId}.${feed.createdAt.getTime()}`;
  return { ...newFeedEmail({ ...feed, link, dateSettings }), about };
}

async function composeDigest(
  db: Database,
  shareLinkId: string,
  memberId: string,
  dateSettings: DateSettings,
): Promise<NotificationEmail | null> {
  const digest = await readDecisionDigest(db, shareLinkId);
  const last = digest?.decisions.at(-1);
  if (!last || digest?.link.memberId !== memberId) return null;
  const { link, decisions } = digest;
  const { title, link: campaignUrl } = await readCampaignInfo(db, link.campaignId);
  const latest = new Map(decisions.map((decision) => [`${decision.browser} ${decision.email}`, decision]));
  const email = guestDecisionsEmail({
    title,
    link: campaignUrl,
    dateSettings,
    label: link.label,
    decisions: [...latest.values()].map((decision) => ({
      ...decision,
      isVerified: decision.verifiedAt !== null,
    })),
  });
  return { ...email, about: last.id, decisionIds: decisions.map((decision) => decision.id) };
}

interface CampaignInfo {
  readonly title: string;
  readonly link: string;
  readonly campaign: Campaign | undefined;
}

/**
 * Reads the campaign and determines its title. If the mail service doesn't respond in time, the title is the
 * campaign's number.
 */
async function readCampaignInfo(db: Database, id: number): Promise<CampaignInfo> {
  const [names, read] = await Promise.all([
    cachedNames('templates'),
    readFromService('getCampaign', { id }, { deadline: deadlineIn(READ_MS) }),
  ]);
  const campaign = read.ok ? read.value : undefined;
  const [templateNames, given] = await Promise.all([
    resolveTemplateNames(db, [campaign ?? { id }], names),
    queryTitlesAndNotes(db, [id]),
  ]);
  const title = numberedTitle(id, campaignName(given.get(id), templateNames.get(id)));
  return { title, link: `${env().origin}/campaigns/${id}`, campaign };
}
