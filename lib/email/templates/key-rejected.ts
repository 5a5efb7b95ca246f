import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { KEY_REJECTED } from '#lib/format/notification.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

interface RejectionInfo {
  readonly at: number;
  /** The console's URL. */
  readonly link: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

/** Tells an admin that the mail service rejected the console's API key. */
export const keyRejectedEmail = ({ at, link, dateSettings }: RejectionInfo): RenderedEmail =>
  renderEmail({
    subject: KEY_REJECTED.title,
    title: KEY_REJECTED.title,
    paragraphs: [KEY_REJECTED.advice],
    facts: [{ name: 'When', value: formatFull(at, dateSettings) }],
    button: { label: 'Open Mailroom', link },
    why: 'You’re receiving this because you’re an admin.',
  });
