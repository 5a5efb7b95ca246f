/** Reads from the page's URL which days and campaigns a calendar shows. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { ListRequest } from '#lib/domain/campaign-list.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { readWeek } from '#lib/format/week.ts';
import { type CalendarSpan, dateAt, readMonth, readWeekOf } from './calendar-span.ts';
import { campaignsHref, type TypedQuery } from './campaign-fields.ts';
import { readCampaignQuery } from './campaign-query.ts';
import { readSingleParams, type SearchParams, withQuery } from './query.ts';

export interface CalendarQuery {
  /** Undefined if the URL's month or week doesn't exist. */
  readonly span: CalendarSpan | undefined;
  /** Today in the member's time zone, such as "2026-11-23". */
  readonly today: string;
  /** The filters as typed: customers, templates, and a status. */
  readonly typed: TypedQuery;
  /** An error message for each invalid parameter. */
  readonly errors: FieldErrors;
  readonly request: ListRequest;
  /** Whether at least one parameter is blank. */
  readonly hasBlanks: boolean;
}

/** @param now the current time in milliseconds */
export function readCalendarQuery(
  params: SearchParams,
  { zone, locale }: DateSettings,
  now: number,
): CalendarQuery {
  const { customer, template, status } = params;
  const campaigns = readCampaignQuery({ customer, template, status }, zone);
  const { typed, errors, hasBlanks } = readSingleParams(params, ['month', 'week']);
  const today = dateAt(now, zone);
  const week = readWeek(locale);
  const span =
    typed.week === undefined
      ? readMonth(typed.month ?? today.slice(0, 7), zone, week)
      : readWeekOf(typed.week, zone, week);
  if (typed.week !== undefined && typed.month !== undefined)
    errors.week = 'Choose a month or a week, not both.';
  else if (span === undefined && typed.week === undefined)
    errors.month ??= 'Unknown month. Use a month from 1970 to 2199, like 2026-11.';
  else if (span === undefined) errors.week ??= 'Unknown week. Use a date from 1970 to 2199, like 2026-11-23.';
  return {
    span,
    today,
    typed: campaigns.typed,
    errors: { ...campaigns.errors, ...errors },
    request: campaigns,
    hasBlanks: hasBlanks || campaigns.hasBlanks,
  };
}

/** What a calendar shows: a month, the week of a day, or the current month if neither is set. */
export type CalendarPlace = { readonly month?: string; readonly week?: string };

/** Returns the URL of a calendar with the same filters. */
export function calendarHref(typed: TypedQuery, { month, week }: CalendarPlace = {}): string {
  const params = new URLSearchParams();
  if (week !== undefined) params.append('week', week);
  else if (month !== undefined) params.append('month', month);
  for (const name of ['customer', 'template'] as const)
    for (const value of typed[name] ?? []) params.append(name, value);
  if (typed.status !== undefined) params.append('status', typed.status);
  return withQuery('/calendar', params);
}

export const placeOf = ({ view, name }: CalendarSpan): CalendarPlace => ({ [view]: name });

/** Returns the URL of the list of campaigns that are scheduled on these days, soonest first. */
export const daysHref = (typed: TypedQuery, from: string, to = from): string =>
  campaignsHref({ ...typed, pairs: [] }, { scheduled_from: from, scheduled_to: to, sort: 'scheduled_at' });
