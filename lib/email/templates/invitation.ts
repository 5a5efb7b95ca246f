import { formatFull } from '#lib/format/dates.ts';
import type { Letter } from './content.ts';
import { letterOf } from './render.ts';

interface Invitation {
  /** Whoever has it becomes a member, so it stands in the letter alone, never in its subject. */
  readonly link: string;
  /** The address of the member who invited; null for the program itself. */
  readonly by: string | null;
  readonly role: 'viewer' | 'sender' | 'admin';
  readonly expires: Date;
}

const MAY = {
  viewer: 'As a viewer you look at campaigns, their proofs and where they are.',
  sender: 'As a sender you look at campaigns, pay for them, and send, cancel, copy and share them.',
  admin: 'As an admin you do everything, and look after the team.',
};

export function invitation({ link, by, role, expires }: Invitation): Letter {
  return letterOf({
    subject: 'You are invited to Mailroom',
    title: 'You are invited to Mailroom',
    paragraphs: [
      `${by ?? 'Whoever runs this console'} invites you to the team that prepares, pays for and sends printed mail here.`,
      MAY[role],
    ],
    facts: [{ name: 'Open until', value: formatFull(expires.getTime(), 'UTC') }],
    button: { words: 'Join the team', link },
    why: 'The link works once, and only for you: don’t pass it on. If you don’t know what this is about, leave it be, and nothing happens.',
  });
}
