/** Emails about the outcomes of attempts. Each email contains a link to the campaign's page. */

import type { Campaign } from '#lib/contract/resources.ts';
import type { RecordedOperation } from '#lib/domain/activity.ts';
import type { Mismatch } from '#lib/domain/mismatch.ts';
import { ACTIVITY_NAMES } from '#lib/format/activity.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { adviseAfterMismatch, describeMismatch } from '#lib/format/mismatch.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

export interface CampaignContext {
  /** The campaign's title as shown on the campaign's page, such as "Open house, Sunday (#1041)". */
  readonly title: string;
  /** The URL of the campaign's page in the console. */
  readonly link: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

interface AttemptInfo extends CampaignContext {
  readonly operation: RecordedOperation;
  readonly by: string;
  readonly amount: string | null;
  readonly startedAt: Date;
}

const attemptFacts = ({ operation, by, amount, startedAt, dateSettings }: AttemptInfo) => [
  { name: 'Action', value: ACTIVITY_NAMES[operation] },
  ...(amount === null ? [] : [{ name: 'Amount', value: amount }]),
  { name: 'Member', value: by },
  { name: 'When', value: formatFull(startedAt.getTime(), dateSettings) },
];

export function needsReviewEmail(attempt: AttemptInfo): RenderedEmail {
  const { title, link } = attempt;
  return renderEmail({
    subject: `Needs review: ${title}`,
    title: `${title} needs review`,
    paragraphs: [
      'The mail service’s response was lost, and Mailroom couldn’t determine whether the action succeeded. Mailroom won’t retry the action.',
      'Check the mail service’s own records, then record the outcome on the campaign’s page. Some actions on this campaign stay disabled until you record the outcome.',
    ],
    facts: attemptFacts(attempt),
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you started the action or because you’re an admin.',
  });
}

/** Reports that a campaign was sent, but that the order differs from what the member agreed to. */
function mismatchEmail({
  mismatch,
  campaign,
  ...attempt
}: AttemptInfo & { readonly mismatch: Mismatch; readonly campaign: Campaign | undefined }): RenderedEmail {
  const { title, link, dateSettings } = attempt;
  return renderEmail({
    subject: `Not as agreed: ${title}`,
    title: `${title} was sent, but not as you agreed`,
    paragraphs: [
      `The campaign changed outside Mailroom after you agreed to it. The mail service accepted it with these differences: ${describeMismatch(mismatch, dateSettings)}.`,
      adviseAfterMismatch(campaign, dateSettings),
    ],
    facts: attemptFacts(attempt),
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you sent the campaign.',
  });
}

interface ScheduledInfo extends AttemptInfo {
  /** When production starts. Null if the start time is unknown. */
  readonly sendsAt: Date | null;
  /** How the order differs from the order that the member agreed to, if at all. */
  readonly mismatch: Mismatch | null;
  /** The campaign, or undefined if it couldn't be read. */
  readonly campaign: Campaign | undefined;
}

export function scheduledEmail({ sendsAt, mismatch, campaign, ...attempt }: ScheduledInfo): RenderedEmail {
  const { title, link, dateSettings } = attempt;
  if (mismatch) return mismatchEmail({ ...attempt, mismatch, campaign });
  const cancelText = 'You can cancel the campaign on its page until production starts.';
  return renderEmail({
    subject: `Scheduled: ${title}`,
    title: `${title} is scheduled`,
    paragraphs: [
      sendsAt === null
        ? 'The mail service accepted the campaign for printing and mailing.'
        : `The mail service accepted the campaign. Production starts on ${formatFull(sendsAt.getTime(), dateSettings)}. ${cancelText}`,
    ],
    facts: attemptFacts(attempt),
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you sent the campaign.',
  });
}
