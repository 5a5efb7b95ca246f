/** The email about guests' decisions on one share link. */

import type { NotifiedDecision } from '#lib/domain/notification-content.ts';
import { formatFull } from '#lib/format/dates.ts';
import { formatList, formatPlural } from '#lib/format/text.ts';
import type { EmailContent, RenderedEmail } from './content.ts';
import type { CampaignContext } from './notifications.ts';
import { renderEmail } from './render.ts';

/** The maximum number of decisions that an email lists. */
const MAX_LISTED = 10;

interface GuestDecisionsInfo extends CampaignContext {
  /** The share link's label. */
  readonly label: string;
  /** At least one decision, oldest first. */
  readonly decisions: readonly NotifiedDecision[];
}

const WHY =
  'You’re receiving this because you shared the campaign. The guests entered their names and email addresses themselves.';

export function guestDecisionsEmail(info: GuestDecisionsInfo): RenderedEmail {
  const [first, ...others] = info.decisions;
  if (!first) throw new Error('There are no decisions.');
  const { paragraphs, ...description } =
    others.length === 0 ? describeOne(info, first) : describeSeveral(info);
  return renderEmail({
    ...description,
    paragraphs: [...paragraphs, ...(info.isDeleted ? ['The campaign has been deleted since then.'] : [])],
    button: { label: 'View campaign', link: info.link },
    why: WHY,
  });
}

type Description = Pick<EmailContent, 'subject' | 'title' | 'paragraphs' | 'facts' | 'quote'>;

function describeOne({ title, dateSettings, label }: GuestDecisionsInfo, one: NotifiedDecision): Description {
  const { decision, name, email, comment, isVerified, at } = one;
  const approved = decision === 'approved';
  return {
    subject: approved ? `Approved: ${title}` : `Changes requested: ${title}`,
    title: approved ? `${title} was approved` : `Changes requested for ${title}`,
    paragraphs: [
      `${name} reviewed the proof you shared and ${approved ? 'approved it.' : 'requested changes.'}`,
      ...(approved
        ? ['The approval covers this proof and these recipients. Any change voids the approval.']
        : []),
    ],
    quote: comment?.trim() || undefined,
    facts: [
      { name: 'Share link', value: label },
      { name: 'Decided by', value: `${name}, ${email}` },
      { name: 'Email address', value: isVerified ? 'Verified' : 'Not verified' },
      { name: 'When', value: formatFull(at, dateSettings) },
    ],
  };
}

function describeSeveral({ title, label, decisions }: GuestDecisionsInfo): Description {
  const approvals = decisions.filter(({ decision }) => decision === 'approved').length;
  const requests = decisions.length - approvals;
  const counts = formatList([
    ...(approvals > 0 ? [formatPlural(approvals, 'approval')] : []),
    ...(requests > 0 ? [formatPlural(requests, 'change request')] : []),
  ]);
  const more = decisions.length - MAX_LISTED;
  const moreText = `${formatPlural(more, 'earlier decision')} ${more === 1 ? 'is' : 'are'} on the campaign’s page.`;
  return {
    subject: `${decisions.length} decisions: ${title}`,
    title: `${decisions.length} decisions about ${title}`,
    paragraphs: [
      `Guests reviewed the proof you shared: ${counts}.`,
      'An approval covers this proof and these recipients. Any change voids the approval.',
      ...(more > 0 ? [moreText] : []),
    ],
    facts: [
      { name: 'Share link', value: label },
      ...decisions.slice(-MAX_LISTED).map(({ decision, name, email, comment, isVerified }) => ({
        name: decision === 'approved' ? 'Approved' : 'Changes requested',
        value: `${name}, ${email}, ${isVerified ? 'verified' : 'not verified'}${comment?.trim() ? `: ${comment.trim()}` : ''}`,
      })),
    ],
  };
}
