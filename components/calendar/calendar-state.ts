/** The state of the calendar page. */
import type { CalendarSums } from '#lib/domain/calendar.ts';
import type { Freshness, ListedCampaign } from '#lib/domain/campaign-list.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import type { CalendarQuery } from '#lib/forms/calendar-query.ts';
import type { CalendarDay, CalendarSpan } from '#lib/forms/calendar-span.ts';

/** A day of the calendar with its campaigns. */
export interface FilledDay extends CalendarDay {
  readonly sums: CalendarSums;
  /** The first campaigns of the day. */
  readonly campaigns: readonly ListedCampaign[];
}

export type CalendarState =
  | {
      readonly kind: 'filled';
      readonly span: CalendarSpan;
      readonly days: readonly FilledDay[];
      readonly sums: CalendarSums;
      readonly isPartial: boolean;
    }
  /** The URL's month, week, or filter is invalid. */
  | { readonly kind: 'invalid' }
  /** Not every campaign has been indexed. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface CalendarPageProps {
  readonly query: CalendarQuery;
  readonly state: CalendarState;
  /** Undefined if the calendar couldn't be read. */
  readonly freshness: Freshness | undefined;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** The values that a calendar's components need in addition to the days. */
export interface CalendarContext extends Pick<CalendarPageProps, 'query' | 'dateSettings' | 'now'> {
  readonly span: CalendarSpan;
}
