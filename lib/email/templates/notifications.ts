/** Emails about the outcomes of attempts. Each email contains a link to the campaign's page. */

import type { Campaign } from '#lib/contract/resources.ts';
import type { RecordedOperation } from '#lib/domain/activity.ts';
import type { Mismatch } from '#lib/domain/mismatch.ts';
import type { UnscheduledReason } from '#lib/domain/unscheduled-reason.ts';
import { ACTIVITY_NAMES } from '#lib/format/activity.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { adviseAfterMismatch, describeMismatch } from '#lib/format/mismatch.ts';
import { UNSCHEDULED_REASONS } from '#lib/format/reschedule.ts';
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

interface UnscheduledInfo extends AttemptInfo {
  /** When the campaign was to be sent before and after the reschedule, in ISO 8601. */
  readonly oldTime: string | null;
  readonly newTime: string;
  /** Why the campaign wasn't scheduled again. Undefined while that isn't certain. */
  readonly reason: UnscheduledReason | undefined;
}

/** Reports that a campaign was canceled to reschedule it, and that it isn't scheduled now. */
export function unscheduledEmail({ oldTime, newTime, reason, ...attempt }: UnscheduledInfo): RenderedEmail {
  const { title, link, dateSettings } = attempt;
  const paragraphs =
    reason === undefined
      ? [
          'Sending was canceled, but the mail service’s response to the new send time was lost. The campaign is still a draft, so it may not be scheduled. Mailroom won’t send the request again.',
          'Check the mail service’s own records, then record the outcome on the campaign’s page.',
        ]
      : [
          `Sending was canceled, but the campaign wasn’t scheduled again. ${UNSCHEDULED_REASONS[reason]}`,
          'The campaign is a draft, and anything already paid still counts. It won’t be mailed until you schedule it.',
        ];
  return renderEmail({
    subject: `Not scheduled: ${title}`,
    title: `${title} was canceled and isn’t scheduled again`,
    paragraphs,
    facts: [
      ...attemptFacts(attempt),
      { name: 'Previous send time', value: formatMomentInFull(oldTime ?? undefined, dateSettings) },
      { name: 'New send time', value: formatMomentInFull(newTime, dateSettings) },
    ],
    button: { label: reason === undefined ? 'View campaign' : 'Schedule again', link },
    why: 'You’re receiving this because you rescheduled the campaign or because you’re an admin.',
  });
}
