import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface NewTokenInfo {
  readonly name: string;
  /** The token's last characters. */
  readonly ending: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The URL of the token's page. */
  readonly link: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

/** Tells a member that an API token was created for their account. */
export function newTokenEmail({
  name,
  ending,
  createdAt,
  expiresAt,
  link,
  dateSettings,
}: NewTokenInfo): RenderedEmail {
  const title = 'An API token was created for your account';
  return renderEmail({
    subject: title,
    title,
    paragraphs: [
      'Programs can use the token to call the API as you, even while you’re signed out.',
      'If this wasn’t you, revoke the token, change your password, and tell one of your team’s admins right away.',
    ],
    facts: [
      { name: 'Token', value: `${name} (…${ending})` },
      { name: 'Created', value: formatFull(createdAt, dateSettings) },
      { name: 'Expires', value: formatFull(expiresAt, dateSettings) },
    ],
    button: { label: 'Open the token', link },
    why: 'You’re receiving this because the token gives access to your Mailroom account.',
  });
}
