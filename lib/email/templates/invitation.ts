import { DEFAULT_LOCALE } from '#lib/format/date-locales.ts';
import { formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface Invitation {
  /**
   * The invitation link. The link must not appear in the subject, because anyone who has it can become a
   * member.
   */
  readonly link: string;
  /** The inviting member's email address. Null if an operator created the invitation on the command line. */
  readonly by: string | null;
  readonly role: 'viewer' | 'sender' | 'admin';
  readonly expires: Date;
}

const ROLE_TEXTS = {
  viewer: 'As a viewer, you can view campaigns, proofs, and statuses.',
  sender: 'As a sender, you can view, approve, pay for, send, cancel, copy, and share campaigns.',
  admin: 'As an admin, you can do everything, including managing the team.',
};

export function invitationEmail({ link, by, role, expires }: Invitation): RenderedEmail {
  return renderEmail({
    subject: 'You’ve been invited to join Mailroom',
    title: 'You’ve been invited to join Mailroom',
    paragraphs: [
      `${by ?? 'Your administrator'} invited you to join their team on Mailroom, where teams prepare, pay for, and send direct mail.`,
      ROLE_TEXTS[role],
    ],
    facts: [
      { name: 'Expires', value: formatFull(expires.getTime(), { zone: 'UTC', locale: DEFAULT_LOCALE }) },
    ],
    button: { label: 'Join the team', link },
    why: 'This link is only for you and works only once. Don’t forward this email. If you weren’t expecting an invitation, ignore this email.',
  });
}
