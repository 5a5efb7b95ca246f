import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface NewFeedInfo {
  readonly name: string;
  readonly customerId: number | null;
  readonly createdAt: number;
  /** The URL of the page that lists the member's feeds. */
  readonly link: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

/** Tells a member that a calendar feed was created for their account, or that a feed got a new URL. */
export function newFeedEmail({
  name,
  customerId,
  createdAt,
  link,
  dateSettings,
}: NewFeedInfo): RenderedEmail {
  const title = 'A calendar feed was created for your account';
  return renderEmail({
    subject: title,
    title,
    paragraphs: [
      'Anyone with the feed’s URL can see which campaigns go out and when, even while you’re signed out.',
      'If this wasn’t you, delete the feed, change your password, and tell one of your team’s admins right away.',
    ],
    facts: [
      { name: 'Feed', value: name },
      { name: 'Customer', value: customerId === null ? 'All' : `#${customerId}` },
      { name: 'Created', value: formatFull(createdAt, dateSettings) },
    ],
    button: { label: 'Open your feeds', link },
    why: 'You’re receiving this because the feed shows your team’s campaigns outside of Mailroom.',
  });
}
