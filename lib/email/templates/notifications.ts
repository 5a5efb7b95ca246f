/** Emails about campaigns. Each email contains a link to the campaign's page. */

import type { Campaign } from '#lib/contract/resources.ts';
import type { Mismatch } from '#lib/domain/mismatch.ts';
import type { NotifiedAttempt } from '#lib/domain/notification-content.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import type { UnscheduledReason } from '#lib/domain/unscheduled-reason.ts';
import { ACTIVITY_NAMES } from '#lib/format/activity.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { adviseAfterMismatch, describeMismatch } from '#lib/format/mismatch.ts';
import { describeSendFailure } from '#lib/format/payment-run.ts';
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
  /** Whether the campaign was deleted after the event. */
  readonly isDeleted: boolean;
}

/** Mentions that the campaign was deleted, if it was. */
const deletion = ({ isDeleted }: CampaignContext): readonly string[] =>
  isDeleted ? ['The campaign has been deleted since then.'] : [];

interface AttemptInfo extends CampaignContext, NotifiedAttempt {}

const attemptFacts = ({ operation, by, amount, startedAt, dateSettings }: AttemptInfo) => [
  { name: 'Action', value: ACTIVITY_NAMES[operation] },
  ...(amount === null ? [] : [{ name: 'Amount', value: amount }]),
  { name: 'Member', value: by },
  { name: 'When', value: formatFull(startedAt, dateSettings) },
];

export function needsReviewEmail(attempt: AttemptInfo): RenderedEmail {
  const { title, link } = attempt;
  return renderEmail({
    subject: `Needs review: ${title}`,
    title: `${title} needs review`,
    paragraphs: [
      'The mail service’s response was lost, and Mailroom couldn’t determine whether the action succeeded. Mailroom won’t retry the action.',
      ...deletion(attempt),
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
    title: `${title} was scheduled, but it doesn’t match what you approved`,
    paragraphs: [
      `The campaign changed outside Mailroom after you agreed to it. The mail service accepted it with these differences: ${describeMismatch(mismatch, dateSettings)}.`,
      ...(attempt.isDeleted ? deletion(attempt) : [adviseAfterMismatch(campaign, dateSettings)]),
    ],
    facts: attemptFacts(attempt),
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you sent the campaign.',
  });
}

interface ScheduledInfo extends AttemptInfo {
  /** When production starts. Null if the start time is unknown. */
  readonly sendsAt: number | null;
  /** The send times of a reschedule, in a sentence. Undefined if the campaign wasn't rescheduled. */
  readonly move?: string | undefined;
  /** How the order differs from the order that the member agreed to, if at all. */
  readonly mismatch: Mismatch | null;
  /** The campaign, or undefined if it couldn't be read. */
  readonly campaign: Campaign | undefined;
}

export function scheduledEmail({
  sendsAt,
  move,
  mismatch,
  campaign,
  ...attempt
}: ScheduledInfo): RenderedEmail {
  const { title, link, dateSettings } = attempt;
  if (mismatch) return mismatchEmail({ ...attempt, mismatch, campaign });
  const cancelText = 'You can cancel the campaign on its page until production starts.';
  return renderEmail({
    subject: `${move ? 'Rescheduled' : 'Scheduled'}: ${title}`,
    title: `${title} is ${move ? 'rescheduled' : 'scheduled'}`,
    paragraphs: [
      sendsAt === null
        ? (move ?? 'The mail service accepted the campaign for printing and mailing.')
        : `${move ?? `The mail service accepted the campaign. Production starts on ${formatFull(sendsAt, dateSettings)}.`} ${cancelText}`,
      ...deletion(attempt),
    ],
    facts: attemptFacts(attempt),
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you sent the campaign.',
  });
}

interface RequestInfo extends CampaignContext {
  /** The email address of the member who requested the approval. */
  readonly by: string;
  readonly comment: string | null;
  readonly at: number;
}

/** Asks a member to approve a campaign. */
export function approvalRequestEmail(request: RequestInfo): RenderedEmail {
  const { title, link, by, comment, at, dateSettings } = request;
  return renderEmail({
    subject: `Approval requested: ${title}`,
    title: `Approve ${title}?`,
    paragraphs: [
      `${by} asks you to look at the proof, and to approve it or request changes. The campaign can’t be paid for or sent until another member approves it.`,
      ...deletion(request),
    ],
    quote: comment?.trim() || undefined,
    facts: [{ name: 'Requested', value: formatFull(at, dateSettings) }],
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you can approve campaigns.',
  });
}

/** Warns that a campaign without the required approval goes out soon. */
export function dueUnapprovedEmail({
  title,
  link,
  sendsAt,
  dateSettings,
}: CampaignContext & { readonly sendsAt: number }): RenderedEmail {
  const start = formatFull(sendsAt, dateSettings);
  return renderEmail({
    subject: `Goes out without approval: ${title}`,
    title: `${title} goes out without approval`,
    paragraphs: [
      `Production starts on ${start}, and the approval that your team’s rule requires is missing or no longer valid.`,
      'To stop the campaign, cancel it on its page before production starts.',
    ],
    facts: [{ name: 'Production starts', value: start }],
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you sent the campaign or because you’re an admin.',
  });
}

/** Reminds a member about a campaign that was paid for but not sent. */
export function paidUnsentEmail({
  title,
  link,
  since,
  dateSettings,
}: CampaignContext & { readonly since: number }): RenderedEmail {
  return renderEmail({
    subject: `Paid, but not sent: ${title}`,
    title: `${title} is paid, but not sent`,
    paragraphs: ['The campaign won’t be mailed until you choose when to send it.'],
    facts: [{ name: 'Paid but not sent since', value: formatFull(since, dateSettings) }],
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you paid for or canceled the campaign, or because you’re an admin.',
  });
}

interface FailedSendInfo extends CampaignContext {
  readonly failure: Failure | null;
  readonly runId: number;
  readonly at: number;
}

/** Reports that a campaign was paid for in a payment run, and that Mailroom couldn't schedule it. */
export function runSendFailedEmail({
  title,
  link,
  failure,
  runId,
  at,
  dateSettings,
}: FailedSendInfo): RenderedEmail {
  return renderEmail({
    subject: `Paid, but not scheduled: ${title}`,
    title: `${title} is paid, but couldn’t be scheduled`,
    paragraphs: [
      describeSendFailure(failure),
      'The campaign won’t be mailed until you schedule it, on its page or by changing the send date of the payment run.',
    ],
    facts: [
      { name: 'Payment run', value: `#${runId}` },
      { name: 'When', value: formatFull(at, dateSettings) },
    ],
    button: { label: 'View campaign', link },
    why: 'You’re receiving this because you’re paying for the campaigns in the payment run or because you’re an admin.',
  });
}

interface UnscheduledInfo extends AttemptInfo {
  /** The send times before and after the reschedule, in ISO 8601. */
  readonly oldTime: string | null;
  readonly newTime: string;
  /** Why the campaign wasn't scheduled again. Undefined while the outcome isn't certain. */
  readonly reason: UnscheduledReason | undefined;
}

/** Reports that a campaign was canceled for a reschedule and isn't scheduled now. */
export function unscheduledEmail({ oldTime, newTime, reason, ...attempt }: UnscheduledInfo): RenderedEmail {
  const { title, link, dateSettings } = attempt;
  const paragraphs =
    reason === undefined
      ? [
          'Sending was canceled, but the mail service’s response to the new send time was lost. The campaign is still a draft, so it might not have been scheduled. Mailroom won’t send the request again.',
          'Check the mail service’s own records, then record the outcome on the campaign’s page.',
        ]
      : [
          `Sending was canceled, but the campaign wasn’t scheduled again. ${UNSCHEDULED_REASONS[reason]}`,
          'The campaign is a draft, and anything already paid still counts. It won’t be mailed until you schedule it.',
        ];
  return renderEmail({
    subject: `Not scheduled: ${title}`,
    title: `${title} was canceled and hasn’t been scheduled again`,
    paragraphs: [...paragraphs, ...deletion(attempt)],
    facts: [
      ...attemptFacts(attempt),
      { name: 'Previous send time', value: formatMomentInFull(oldTime ?? undefined, dateSettings) },
      { name: 'New send time', value: formatMomentInFull(newTime, dateSettings) },
    ],
    button: { label: reason === undefined ? 'View campaign' : 'Schedule again', link },
    why: 'You’re receiving this because you rescheduled the campaign or because you’re an admin.',
  });
}
