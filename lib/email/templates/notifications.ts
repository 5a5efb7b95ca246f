/** Emails about what happened to an attempt. Each email contains a link to the campaign's page. */

import type { RecordedOperation } from '#lib/domain/activity.ts';
import { ACTIVITY_NAMES } from '#lib/format/activity.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
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

interface ScheduledInfo extends AttemptInfo {
  /** When production starts. Null if the start time is unknown. */
  readonly sendsAt: Date | null;
}

export function scheduledEmail({ sendsAt, ...attempt }: ScheduledInfo): RenderedEmail {
  const { title, link, dateSettings } = attempt;
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
