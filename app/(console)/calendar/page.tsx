import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CalendarPage } from '#components/calendar/calendar-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { calendarHref, placeOf, readCalendarQuery } from '#lib/forms/calendar-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { loadCalendar } from './loader.ts';

export const metadata: Metadata = { title: 'Calendar' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const now = serviceNow();
  const query = readCalendarQuery(params, dateSettings, now);
  if (query.hasBlanks) redirect(calendarHref(query.typed, query.span && placeOf(query.span)));
  return <CalendarPage {...(await loadCalendar(query))} dateSettings={dateSettings} now={now} />;
}
