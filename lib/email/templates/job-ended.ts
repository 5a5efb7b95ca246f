import type { ContentOf } from '#lib/domain/notification-content.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { describeEndedJob } from '#lib/format/notification.ts';
import { formatCount } from '#lib/format/text.ts';
import type { RenderedEmail } from './content.ts';
import { renderEmail } from './render.ts';

type JobEndedInfo = ContentOf<'job.ended'> & {
  /** The console's URL, without a slash at the end. */
  readonly origin: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
};

/** Tells a member how many campaigns in a job are done, were refused, or need review. */
export function jobEndedEmail({ origin, dateSettings, ...job }: JobEndedInfo): RenderedEmail {
  const { title, text, path } = describeEndedJob(job);
  return renderEmail({
    subject: title,
    title,
    paragraphs: [
      text,
      ...(job.refused > 0 ? ['You can retry the refused campaigns on the job’s page.'] : []),
      ...(job.unknown > 0
        ? ['Mailroom won’t retry actions whose outcome is unknown. Review these campaigns.']
        : []),
    ],
    facts: [
      { name: 'Done', value: formatCount(job.done) },
      { name: 'Refused', value: formatCount(job.refused) },
      { name: 'Unknown', value: formatCount(job.unknown) },
      { name: 'Finished', value: formatFull(job.at, dateSettings) },
    ],
    button: { label: 'View job', link: `${origin}${path}` },
    why: 'You’re receiving this because you started the job.',
  });
}
