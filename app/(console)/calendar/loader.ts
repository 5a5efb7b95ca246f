import 'server-only';
import type { CalendarPageProps } from '#components/calendar/calendar-state.ts';
import { readCalendar } from '#lib/data/calendar.ts';
import { describeUnknownNames } from '#lib/format/unknown-names.ts';
import type { CalendarQuery } from '#lib/forms/calendar-query.ts';

/** The number of campaigns shown per day. */
const PER_DAY = { month: 3, week: 20 } as const;

/** Loads the calendar. Reads no campaigns if the URL is invalid. */
export async function loadCalendar(
  query: CalendarQuery,
): Promise<Pick<CalendarPageProps, 'query' | 'state' | 'freshness'>> {
  const { span, errors, request } = query;
  if (span === undefined || Object.keys(errors).length > 0)
    return { query, state: { kind: 'invalid' }, freshness: undefined };
  const read = await readCalendar(request, span.days, PER_DAY[span.view]);
  if (!read.ok) return { query, state: { kind: 'failed', failure: read.failure }, freshness: undefined };
  const { freshness } = read.value;
  switch (read.value.kind) {
    case 'unknown_names': {
      const named = { ...query, errors: describeUnknownNames(read.value.names) };
      return { query: named, state: { kind: 'invalid' }, freshness };
    }
    case 'incomplete':
      return { query, state: { kind: 'incomplete' }, freshness };
    case 'indexed': {
      const { days: contents, sums, isPartial } = read.value;
      const days = span.days.flatMap((day, i) => {
        const content = contents[i];
        return content ? [{ ...day, ...content }] : [];
      });
      return { query, state: { kind: 'filled', span, days, sums, isPartial }, freshness };
    }
  }
}
