/** A notice as a letter: what it is about is read when it goes out, and what is over by then is not told any more. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { env } from '#lib/env/env.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { cachedNames } from '#lib/owners/listings.ts';
import { findAttempt } from '#lib/store/attempts.ts';
import { standingDecision } from '#lib/store/guest-decisions.ts';
import type { MemberRow } from '#lib/store/members.ts';
import type { NoticeRow } from '#lib/store/notifications.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import type { RenderedEmail } from './templates/content.ts';
import { guestDecisionEmail, needsReviewEmail, scheduledEmail } from './templates/notifications.ts';

const READING_MS = 3_000;

/** Null when there is nothing to say any more. */
export async function composeNotificationEmail(
  db: Database,
  { kind, about }: NoticeRow,
  { timeZone }: MemberRow,
): Promise<RenderedEmail | null> {
  const zone = timeZone ?? 'UTC';
  if (kind === 'decided') {
    const found = await standingDecision(db, about);
    if (!found) return null;
    const { campaignId, label, ...decision } = found;
    const { title, link } = await aboutCampaign(campaignId);
    return guestDecisionEmail({ ...decision, label, title, link, zone });
  }
  const attempt = await findAttempt(db, about);
  if (!attempt) return null;
  const { campaign, ...of } = await aboutCampaign(attempt.campaignId);
  const { operation, by, amount, startedAt } = attempt;
  const told = { ...of, zone, operation, by, amount, startedAt };
  if (kind === 'needs_person') return attempt.state === 'unknown' ? needsReviewEmail(told) : null;
  // Cancelled before anybody was told that it goes.
  if (campaign?.status === 'draft') return null;
  const goes = campaign?.status === 'queued' ? parseTimestamp(campaign.scheduled_at) : undefined;
  return scheduledEmail({ ...told, goesAt: goes === undefined ? null : new Date(goes) });
}

/** Its number will do where the service doesn't say more in time. */
async function aboutCampaign(
  id: number,
): Promise<{ readonly title: string; readonly link: string; readonly campaign: Campaign | undefined }> {
  const [names, read] = await Promise.all([
    cachedNames('templates'),
    readFromService('getCampaign', { id }, { deadline: deadlineIn(READING_MS) }),
  ]);
  const campaign = read.ok ? read.value : undefined;
  const name = campaign?.template_id === undefined ? undefined : names.get(campaign.template_id);
  return { title: numberedTitle(id, name), link: `${env().origin}/campaigns/${id}`, campaign };
}
