/** Composes a notification's email just before the email is sent, so that the content is current. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { env } from '#lib/env/env.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import { cachedNames } from '#lib/owners/listings.ts';
import { resolveTemplateNames } from '#lib/owners/template-names.ts';
import { findAttempt } from '#lib/store/attempts.ts';
import { findCurrentDecision } from '#lib/store/guest-decisions.ts';
import type { MemberRow } from '#lib/store/members.ts';
import type { NotificationRow } from '#lib/store/notifications.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import type { RenderedEmail } from './templates/content.ts';
import { guestDecisionEmail, needsReviewEmail, scheduledEmail } from './templates/notifications.ts';

const READ_MS = 3_000;

/** Composes a notification's email. Returns null if the notification is outdated. */
export async function composeNotificationEmail(
  db: Database,
  { kind, about }: NotificationRow,
  { timeZone, dateLocale }: MemberRow,
): Promise<RenderedEmail | null> {
  const dateSettings = {
    zone: timeZone ?? 'UTC',
    locale: chooseDateLocale(dateLocale === null ? [] : [dateLocale]),
  };
  if (kind === 'decided') {
    const found = await findCurrentDecision(db, about);
    if (!found) return null;
    const { campaignId, label, ...decision } = found;
    const { title, link } = await readCampaignInfo(db, campaignId);
    return guestDecisionEmail({
      ...decision,
      isVerified: decision.verifiedAt !== null,
      label,
      title,
      link,
      dateSettings,
    });
  }
  const attempt = await findAttempt(db, about);
  if (!attempt) return null;
  const { campaign, ...info } = await readCampaignInfo(db, attempt.campaignId);
  const { operation, by, amount, startedAt } = attempt;
  const details = { ...info, dateSettings, operation, by, amount, startedAt };
  if (kind === 'needs_review') return attempt.state === 'unknown' ? needsReviewEmail(details) : null;
  // The campaign was canceled before the console sent the notification.
  if (campaign?.status === 'draft') return null;
  const sendsAt = campaign?.status === 'queued' ? parseTimestamp(campaign.scheduled_at) : undefined;
  return scheduledEmail({ ...details, sendsAt: sendsAt === undefined ? null : new Date(sendsAt) });
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
  const templateNames = await resolveTemplateNames(db, [campaign ?? { id }], names);
  const title = numberedTitle(id, templateNames.get(id)?.first);
  return { title, link: `${env().origin}/campaigns/${id}`, campaign };
}
