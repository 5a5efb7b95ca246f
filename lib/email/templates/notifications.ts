/** Letters about a campaign, each with the way to it. */

import type { RecordedOperation } from '#lib/domain/activity.ts';
import type { Decision } from '#lib/domain/approval.ts';
import { TRAIL_NAMES } from '#lib/format/activity.ts';
import { formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface AboutCampaign {
  /** As its page is called: "Open house, Sunday (#1041)". */
  readonly title: string;
  /** Its page in the console, where one has to be signed in. */
  readonly link: string;
  /** The reader's own. */
  readonly zone: string;
}

interface Decided extends AboutCampaign {
  readonly decision: Decision;
  /** What the guest says they are called, and their words. */
  readonly name: string;
  readonly email: string;
  readonly comment: string | null;
  /** What the member called the link. */
  readonly label: string;
  readonly at: Date;
}

export function guestDecisionEmail({ title, link, zone, decision, name, email, comment, label, at }: Decided): RenderedEmail {
  const approved = decision === 'approved';
  return renderEmail({
    subject: approved ? `Approved: ${title}` : `Changes requested: ${title}`,
    title: approved ? `${title} is approved` : `Changes requested for ${title}`,
    paragraphs: [
      `${name} reviewed the proof you shared and ${approved ? 'approved it.' : 'requested changes.'}`,
      ...(approved ? ['The approval covers this proof and these recipients. Any change voids it.'] : []),
    ],
    quote: comment?.trim() || undefined,
    facts: [
      { name: 'Share link', value: label },
      { name: 'Decided by', value: `${name}, ${email}` },
      { name: 'When', value: formatFull(at.getTime(), zone) },
    ],
    button: { words: 'View campaign', link },
    why: 'You’re receiving this because you shared the campaign. The guest entered the name and email address.',
  });
}

interface OfAttempt extends AboutCampaign {
  readonly operation: RecordedOperation;
  readonly by: string;
  readonly amount: string | null;
  readonly startedAt: Date;
}

const factsOf = ({ operation, by, amount, startedAt, zone }: OfAttempt) => [
  { name: 'Action', value: TRAIL_NAMES[operation] },
  ...(amount === null ? [] : [{ name: 'Amount', value: amount }]),
  { name: 'Member', value: by },
  { name: 'When', value: formatFull(startedAt.getTime(), zone) },
];

export function needsReviewEmail(attempt: OfAttempt): RenderedEmail {
  const { title, link } = attempt;
  return renderEmail({
    subject: `Needs review: ${title}`,
    title: `${title} needs review`,
    paragraphs: [
      'The mail service’s response was lost, and checking the campaign hasn’t shown whether the action worked. Mailroom won’t try it again.',
      'Check the mail service’s own records, then record the outcome on the campaign’s page. Other actions on this campaign are disabled until then.',
    ],
    facts: factsOf(attempt),
    button: { words: 'View campaign', link },
    why: 'You’re receiving this because you started the action or you’re an admin.',
  });
}

interface Sent extends OfAttempt {
  /** From when on it is in production; null where that isn't known. */
  readonly goesAt: Date | null;
}

export function scheduledEmail({ goesAt, ...attempt }: Sent): RenderedEmail {
  const { title, link, zone } = attempt;
  const cancelled = 'You can cancel it on the campaign’s page until then.';
  return renderEmail({
    subject: `Scheduled: ${title}`,
    title: `${title} is scheduled`,
    paragraphs: [
      goesAt === null
        ? 'The mail service accepted it for printing and mailing.'
        : `The mail service accepted it. It goes to production on ${formatFull(goesAt.getTime(), zone)}. ${cancelled}`,
    ],
    facts: factsOf(attempt),
    button: { words: 'View campaign', link },
    why: 'You’re receiving this because you sent the campaign.',
  });
}
