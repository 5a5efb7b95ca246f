import type { NotificationText } from '#lib/format/notification.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

/** The maximum number of notifications that a digest lists. */
const MAX_LISTED = 20;

interface DigestInfo {
  /** Oldest first. At least one. */
  readonly notifications: readonly NotificationText[];
  /** The console's URL, without a trailing slash. */
  readonly origin: string;
}

/** Lists the notifications that weren't emailed to the member right away. */
export function digestEmail({ notifications, origin }: DigestInfo): RenderedEmail {
  const title = formatPlural(notifications.length, 'notification');
  const more = notifications.length - MAX_LISTED;
  return renderEmail({
    subject: `${title} from Mailroom`,
    title,
    paragraphs: [
      more > 0
        ? `Here are the first ${MAX_LISTED}. The others are on your notifications page.`
        : 'Here’s what happened since your last digest.',
    ],
    items: notifications.slice(0, MAX_LISTED).map(({ title, text, path }) => ({
      title,
      text,
      link: path === null ? undefined : `${origin}${path}`,
    })),
    button: { label: 'View notifications', link: `${origin}/notifications` },
    why: 'You’re receiving this digest because of the notification settings in your profile, or because there were many notifications within an hour.',
  });
}
