/** Composes a notification's email just before it is sent, so that the content is current. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { DIGEST, type NotificationEvent, notificationRule } from '#lib/domain/notification.ts';
import type { NotificationContent, NotifiedCampaign } from '#lib/domain/notification-content.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { env } from '#lib/env/env.ts';
import { campaignName } from '#lib/format/campaign.ts';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { cachedNames } from '#lib/index/names.ts';
import { resolveTemplateNames } from '#lib/index/template-names.ts';
import { readDecisionDigests } from '#lib/store/decision-digests.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { readNotificationContents, toDecidedContent } from '#lib/store/notification-contents.ts';
import { readNotificationSettings } from '#lib/store/notification-settings.ts';
import type { NotificationRow } from '#lib/store/notifications.ts';
import { queryTitlesAndNotes } from '#lib/store/titles-and-notes.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import type { RenderedEmail } from './templates/content.ts';
import { notificationEmail } from './templates/notification.ts';

const READ_MS = 3_000;

export interface NotificationEmail extends RenderedEmail {
  /** Identifies the content, so that a repeated delivery has the same Message-ID. */
  readonly about: string;
  /** The guests' decisions that the email covers. */
  readonly decisionIds?: readonly string[];
}

/** Composes a notification's email. Returns null if the notification has nothing left to report to the member. */
export async function composeNotificationEmail(
  db: Database,
  row: NotificationRow,
  member: MemberRow,
): Promise<NotificationEmail | null> {
  if (row.kind === DIGEST || !mayRead(member, row.kind)) return null;
  const [reported] = await readReportedContents(db, [row]);
  if (!reported?.content) return null;
  const { content, reading } = await refreshContent(db, reported.content);
  if (isOver(content, reading)) return null;
  const { decisionIds } = reported;
  const dateSettings = await readDateSettingsOf(db, member);
  return {
    ...notificationEmail(content, { origin: env().origin, dateSettings }),
    about: decisionIds?.at(-1) ?? `${row.id}.${row.occasions}`,
    ...(decisionIds && { decisionIds }),
  };
}

/** Whether the member's role still lets the member read notifications about the event. */
export const mayRead = ({ role }: Pick<MemberRow, 'role'>, event: NotificationEvent): boolean =>
  isAllowed(role, notificationRule(event).permission);

/** If the member's profile has no time zone, uses the browser's last known time zone. */
export async function readDateSettingsOf(
  db: Database,
  { id, timeZone, dateLocale }: Pick<MemberRow, 'id' | 'timeZone' | 'dateLocale'>,
): Promise<DateSettings> {
  const { zone } = await readNotificationSettings(db, id);
  return {
    zone: timeZone ?? zone ?? 'UTC',
    locale: chooseDateLocale(dateLocale === null ? [] : [dateLocale]),
  };
}

export interface ReportedContent {
  readonly row: NotificationRow;
  /** Undefined if there is nothing to report. */
  readonly content: NotificationContent | undefined;
  /** The guests' decisions that the content contains. Undefined for other events. */
  readonly decisionIds?: readonly string[];
}

/**
 * Returns the content that emails report for each notification. For a share link, returns only the decisions that no
 * email has reported yet.
 */
export async function readReportedContents(
  db: Database,
  rows: readonly NotificationRow[],
): Promise<readonly ReportedContent[]> {
  const [contents, digests] = await Promise.all([
    readNotificationContents(db, rows),
    readDecisionDigests(
      db,
      rows.filter(({ kind }) => kind === 'guest.decided').map(({ about }) => about),
    ),
  ]);
  return rows.map((row) => {
    const content = contents.get(row.id);
    if (content?.event !== 'guest.decided') return { row, content };
    const digest = digests.get(row.about);
    // The link may belong to another member by now.
    const isOwn = digest?.link.memberId === row.memberId;
    const decisions = isOwn ? digest.decisions : [];
    return {
      row,
      content: isOwn ? toDecidedContent(content.campaign, digest.link, decisions) : undefined,
      decisionIds: decisions.map(({ id }) => id),
    };
  });
}

/**
 * Whether an email is no longer needed.
 * @param reading the campaign as it was just read, if it was read
 */
export function isOver(content: NotificationContent, reading?: Campaign): boolean {
  switch (content.event) {
    case 'campaign.scheduled':
      return content.isCanceled && !content.mismatch;
    case 'campaign.unscheduled':
      return content.isScheduled || (reading?.status ?? 'draft') !== 'draft';
    case 'payment_run.send_failed':
      return content.isOver || content.campaign.isDeleted || (reading?.status ?? 'draft') !== 'draft';
    case 'job.stopped':
      return !content.isStopped;
    case 'attempt.review_needed':
      return content.isSettled;
    case 'approval.requested':
      // Only drafts can be approved.
      return content.isApproved || content.campaign.isDeleted || (reading?.status ?? 'draft') !== 'draft';
    case 'approvals.requested':
      return content.campaigns === 0;
    case 'campaign.paid_unsent':
    case 'campaign.due_unapproved':
      return content.campaign.isDeleted;
    default:
      return false;
  }
}

/** Adds the campaign's current data from the mail service. */
async function refreshContent(
  db: Database,
  content: NotificationContent,
): Promise<{ readonly content: NotificationContent; readonly reading?: Campaign | undefined }> {
  if (!('campaign' in content)) return { content };
  const { reading, ...campaign } = await readCampaignInfo(db, content.campaign);
  const refreshed = { ...content, campaign };
  if (refreshed.event !== 'campaign.scheduled') return { content: refreshed, reading };
  const sendsAt = reading?.status === 'queued' ? (parseTimestamp(reading.scheduled_at) ?? null) : null;
  const isCanceled = reading?.status === 'draft';
  return { content: { ...refreshed, sendsAt, isCanceled, reading }, reading };
}

/**
 * Reads the campaign and determines its name. If the mail service doesn't respond in time, uses the stored name.
 */
async function readCampaignInfo(
  db: Database,
  { id, ...known }: NotifiedCampaign,
): Promise<NotifiedCampaign & { readonly reading: Campaign | undefined }> {
  const [names, read] = await Promise.all([
    cachedNames('templates'),
    readFromService('getCampaign', { id }, { deadline: deadlineIn(READ_MS) }),
  ]);
  const reading = read.ok ? read.value : undefined;
  const [templateNames, given] = await Promise.all([
    resolveTemplateNames(db, [reading ?? { id }], names),
    queryTitlesAndNotes(db, [id]),
  ]);
  return {
    id,
    name: campaignName(given.get(id), templateNames.get(id)) ?? known.name,
    isDeleted: read.ok ? false : read.failure.kind === 'missing' || known.isDeleted,
    reading,
  };
}
