/** The content below a day's heading, shared by the month and week views. */
import { PageLink } from '#components/ui/page-link.tsx';
import { formatDayName } from '#lib/format/calendar.ts';
import { formatCount } from '#lib/format/text.ts';
import { daysHref } from '#lib/forms/calendar-query.ts';
import type { CalendarContext, FilledDay } from './calendar-state.ts';

export function Holiday({ name }: { name: string }) {
  return (
    <p className="mt-0.5 mb-1.5 text-[0.78125rem] leading-snug text-muted">
      <b className="block font-serif text-base font-semibold text-ink">{name}</b>
      Federal holiday. No USPS service.
    </p>
  );
}

interface MoreCampaignsProps extends CalendarContext {
  readonly day: FilledDay;
  readonly className: string;
}

/** The link to all of a day's campaigns, for days with more campaigns than the calendar shows. */
export function MoreCampaigns({ day, query, dateSettings, className }: MoreCampaignsProps) {
  const { campaigns, sums, date } = day;
  const more = sums.all.campaigns - campaigns.length;
  if (more <= 0) return null;
  return (
    <PageLink
      href={daysHref(query.typed, date)}
      className={`inline-block min-h-6 text-muted underline decoration-line underline-offset-3 hover:text-ink ${className}`}
    >
      +{formatCount(more)} more
      <span className="sr-only"> on {formatDayName(date, dateSettings.locale)}</span>
    </PageLink>
  );
}
