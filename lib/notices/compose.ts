/** A notice as a letter: what it is about is read when it goes out, and what is over by then is not told any more. */
import 'server-only';
import type { Campaign } from '../contract/resources.ts';
import type { Database } from '../database/open.ts';
import { env } from '../env.ts';
import { numberedTitle } from '../format/campaign.ts';
import { readMoment } from '../format/dates.ts';
import type { Letter } from '../mail/letters/letter.ts';
import { decided, needsPerson, sent } from '../mail/letters/news.ts';
import { keptNames } from '../owners/listings.ts';
import { attemptById } from '../store/attempts.ts';
import { standingDecision } from '../store/decisions.ts';
import type { MemberRow } from '../store/members.ts';
import type { NoticeRow } from '../store/notices.ts';
import { call } from '../upstream/client.ts';
import { deadlineIn } from '../upstream/deadline.ts';

const READING_MS = 3_000;

/** Null when there is nothing to say any more. */
export async function composeNotice(
  db: Database,
  { kind, about }: NoticeRow,
  { timeZone }: MemberRow,
): Promise<Letter | null> {
  const zone = timeZone ?? 'UTC';
  if (kind === 'decided') {
    const found = await standingDecision(db, about);
    if (!found) return null;
    const { campaignId, label, ...decision } = found;
    const { title, link } = await aboutCampaign(campaignId);
    return decided({ ...decision, label, title, link, zone });
  }
  const attempt = await attemptById(db, about);
  if (!attempt) return null;
  const { campaign, ...of } = await aboutCampaign(attempt.campaignId);
  const { operation, by, amount, startedAt } = attempt;
  const told = { ...of, zone, operation, by, amount, startedAt };
  if (kind === 'needs_person') return attempt.state === 'unknown' ? needsPerson(told) : null;
  // Cancelled before anybody was told that it goes.
  if (campaign?.status === 'draft') return null;
  const goes = campaign?.status === 'queued' ? readMoment(campaign.scheduled_at) : undefined;
  return sent({ ...told, goesAt: goes === undefined ? null : new Date(goes) });
}

/** Its number will do where the service doesn't say more in time. */
async function aboutCampaign(
  id: number,
): Promise<{ readonly title: string; readonly link: string; readonly campaign: Campaign | undefined }> {
  const [names, read] = await Promise.all([
    keptNames('templates'),
    call('getCampaign', { id }, { deadline: deadlineIn(READING_MS) }),
  ]);
  const campaign = read.ok ? read.value : undefined;
  const name = campaign?.template_id === undefined ? undefined : names.get(campaign.template_id);
  return { title: numberedTitle(id, name), link: `${env().origin}/campaigns/${id}`, campaign };
}
