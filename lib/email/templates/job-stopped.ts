import type { ContentOf } from '#lib/domain/notification-content.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { describeStoppedJob } from '#lib/format/notification.ts';
import { formatCount } from '#lib/format/text.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

type JobStoppedInfo = ContentOf<'job.stopped'> & {
  /** The console's URL, without a slash at the end. */
  readonly origin: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
};

/** Tells an admin that a job was stopped because the member who created it lost permission. */
export function jobStoppedEmail({ origin, dateSettings, ...job }: JobStoppedInfo): RenderedEmail {
  const { title, text, path } = describeStoppedJob(job);
  return renderEmail({
    subject: title,
    title,
    paragraphs: [text, 'To finish the work, select the campaigns that are left and start a new job.'],
    facts: [
      { name: 'Member', value: job.by },
      { name: 'Campaigns left', value: `${formatCount(job.left)} of ${formatCount(job.campaigns)}` },
      { name: 'Stopped', value: formatFull(job.at, dateSettings) },
    ],
    button: { label: 'View job', link: `${origin}${path}` },
    why: 'You’re receiving this because you’re an admin.',
  });
}
