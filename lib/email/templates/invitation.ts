import { formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface Invitation {
  /** Anyone with the link can become a member, so the link must not appear in the subject. */
  readonly link: string;
  /** The inviting member's email address. Null if an operator created the invitation from the command line. */
  readonly by: string | null;
  readonly role: 'viewer' | 'sender' | 'admin';
  readonly expires: Date;
}

const ROLE_TEXTS = {
  viewer: 'As a viewer, you can view campaigns, their proofs, and their status.',
  sender: 'As a sender, you can view campaigns, pay for them, and send, cancel, copy, and share them.',
  admin: 'As an admin, you can do everything, including managing the team.',
};

export function invitationEmail({ link, by, role, expires }: Invitation): RenderedEmail {
  return renderEmail({
    subject: 'You’ve been invited to join Mailroom',
    title: 'You’ve been invited to join Mailroom',
    paragraphs: [
      `${by ?? 'Your administrator'} invited you to join their team on Mailroom, where you prepare, pay for, and send direct mail.`,
      ROLE_TEXTS[role],
    ],
    facts: [{ name: 'Expires', value: formatFull(expires.getTime(), 'UTC') }],
    button: { label: 'Join the team', link },
    why: 'The link works only once and only for you. Don’t forward it. If you weren’t expecting this invitation, ignore this email.',
  });
}
