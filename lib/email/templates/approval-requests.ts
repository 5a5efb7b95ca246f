import type { ContentOf } from '#lib/domain/notification-content.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { describeTotals } from '#lib/format/job.ts';
import { describeRequests } from '#lib/format/notification.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

type RequestsInfo = ContentOf<'approvals.requested'> & {
  /** The console's URL, without a slash at the end. */
  readonly origin: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
};

/** Asks a member to approve several drafts, in one email for all of a job's requests. */
export function approvalRequestsEmail({ origin, dateSettings, ...requests }: RequestsInfo): RenderedEmail {
  const { by, comment, at, campaigns, recipients, totals, first } = requests;
  const what = formatPlural(campaigns, 'campaign');
  const more = campaigns - first.length;
  return renderEmail({
    subject: `Approval requested: ${what}`,
    title: `Approve ${what}?`,
    paragraphs: [
      `${by} asks you to look at the proofs, and to approve them or request changes. The campaigns can’t be paid for or sent until another member approves them.`,
      ...(more > 0 ? [`Here are the first ${formatCount(first.length)}. The others are on the page.`] : []),
    ],
    quote: comment?.trim() || undefined,
    facts: [
      { name: 'Campaigns', value: formatCount(campaigns) },
      { name: 'Recipients', value: formatCount(recipients) },
      { name: 'Total price', value: describeTotals(totals) },
      { name: 'Requested', value: formatFull(at, dateSettings) },
    ],
    items: first.map(({ id, name, price, recipients: count }) => ({
      title: numberedTitle(id, name),
      text: [count !== null && formatPlural(count, 'recipient'), price].filter(Boolean).join(' · '),
      link: `${origin}/campaigns/${id}`,
    })),
    button: { label: 'View proofs', link: `${origin}${describeRequests(requests).path}` },
    why: 'You’re receiving this because you can approve campaigns.',
  });
}
