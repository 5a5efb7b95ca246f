/** Letters about a campaign, each with the way to it. */

import type { RecordedOperation } from '#lib/domain/activity.ts';
import type { Decision } from '#lib/domain/approval.ts';
import { TRAIL_NAMES } from '#lib/format/activity.ts';
import { formatFull } from '#lib/format/dates.ts';
import type { Letter } from './content.ts';
import { letterOf } from './render.ts';

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

export function decided({ title, link, zone, decision, name, email, comment, label, at }: Decided): Letter {
  const approved = decision === 'approved';
  return letterOf({
    subject: approved ? `Approved: ${title}` : `Changes asked for: ${title}`,
    title: approved ? `${title} is approved` : `Changes are asked for in ${title}`,
    paragraphs: [
      `${name} looked at the proof that you shared and ${approved ? 'approved it.' : 'asks for changes.'}`,
      ...(approved ? ['It holds as long as neither what will be printed nor whom it goes to changes.'] : []),
    ],
    quote: comment?.trim() || undefined,
    facts: [
      { name: 'Shared as', value: label },
      { name: 'Decided by', value: `${name}, ${email}` },
      { name: 'When', value: formatFull(at.getTime(), zone) },
    ],
    button: { words: 'Open the campaign', link },
    why: 'You get this because you shared the campaign. The name and the address are what the guest typed.',
  });
}

interface OfAttempt extends AboutCampaign {
  readonly operation: RecordedOperation;
  readonly by: string;
  readonly amount: string | null;
  readonly startedAt: Date;
}

const factsOf = ({ operation, by, amount, startedAt, zone }: OfAttempt) => [
  { name: 'Tried', value: TRAIL_NAMES[operation] },
  ...(amount === null ? [] : [{ name: 'Amount', value: amount }]),
  { name: 'By', value: by },
  { name: 'When', value: formatFull(startedAt.getTime(), zone) },
];

export function needsPerson(attempt: OfAttempt): Letter {
  const { title, link } = attempt;
  return letterOf({
    subject: `Somebody has to look: ${title}`,
    title: `Somebody has to look at ${title}`,
    paragraphs: [
      'The service was asked and its answer got lost. Reading the campaign back has not shown whether it worked, and it is never asked a second time by itself.',
      'Find out, for instance from the service’s own pages, and then say on the campaign’s page how it turned out. Until then nothing else can be done with the campaign.',
    ],
    facts: factsOf(attempt),
    button: { words: 'Look at the campaign', link },
    why: 'You get this because you tried it, or because you are an admin.',
  });
}

interface Sent extends OfAttempt {
  /** From when on it is in production; null where that isn't known. */
  readonly goesAt: Date | null;
}

export function sent({ goesAt, ...attempt }: Sent): Letter {
  const { title, link, zone } = attempt;
  const cancelled = 'Until then it can be cancelled on its page.';
  return letterOf({
    subject: `On its way: ${title}`,
    title: `${title} is on its way`,
    paragraphs: [
      goesAt === null
        ? 'The service has taken it for printing and mailing.'
        : `The service has taken it. It goes to production on ${formatFull(goesAt.getTime(), zone)}. ${cancelled}`,
    ],
    facts: factsOf(attempt),
    button: { words: 'Open the campaign', link },
    why: 'You get this because you sent the campaign.',
  });
}
