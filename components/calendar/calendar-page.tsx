import { FreshnessLine } from '#components/campaigns/freshness-line.tsx';
import { ListRefresher } from '#components/campaigns/list-refresher.tsx';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { formatMonth, formatWeek } from '#lib/format/calendar.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { calendarHref, placeOf } from '#lib/forms/calendar-query.ts';
import { campaignsHref } from '#lib/forms/campaign-fields.ts';
import { CalendarFilters } from './calendar-filters.tsx';
import type { CalendarPageProps } from './calendar-state.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { MonthView } from './month-view.tsx';
import { PeriodSums } from './period-sums.tsx';
import { WeekView } from './week-view.tsx';

/** Shows the campaigns that go out, or went out, on each day of a month or week. */
export function CalendarPage(props: CalendarPageProps) {
  const { query, state, freshness, dateSettings } = props;
  return (
    <>
      <PageHeader title={calendarTitle(props)}>
        <CalendarToolbar query={query} />
      </PageHeader>
      <div className="-mt-1.5 mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CalendarFilters query={query} />
        <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          <FreshnessLine freshness={freshness} dateSettings={dateSettings} />
          <span>Days in {zoneLabel(dateSettings.zone)}</span>
        </div>
      </div>
      <CalendarContent {...props} />
      {(state.kind === 'filled' || state.kind === 'incomplete') && <ListRefresher />}
    </>
  );
}

function calendarTitle({ query, dateSettings }: Pick<CalendarPageProps, 'query' | 'dateSettings'>) {
  const { span } = query;
  if (span === undefined) return 'Calendar';
  const { locale } = dateSettings;
  if (span.view === 'month') return formatMonth(span.name, locale);
  return formatWeek(span.name, span.days.at(-1)?.date ?? span.name, locale);
}

function CalendarContent(props: CalendarPageProps) {
  const { query, state } = props;
  switch (state.kind) {
    case 'invalid':
      return <InvalidCalendar query={query} />;
    case 'incomplete':
      return <IncompleteCalendar {...props} />;
    case 'failed': {
      const retryHref = calendarHref(query.typed, query.span && placeOf(query.span));
      return <ServiceUnavailable failure={state.failure} retryHref={retryHref} headingLevel={2} />;
    }
    case 'filled': {
      const { span, days } = state;
      const View = span.view === 'month' ? MonthView : WeekView;
      return (
        <>
          <PeriodSums {...props} {...state} />
          <View {...props} span={span} days={days} />
          <p className="mt-3 max-w-[90ch] text-sm text-muted">
            <Icon name="campaigns" className="mr-1 inline size-3.5 align-[-2.5px]" />
            Recipients. Amounts are campaign prices. Weekends and federal holidays are shaded.
          </p>
        </>
      );
    }
  }
}

function InvalidCalendar({ query: { errors, typed } }: Pick<CalendarPageProps, 'query'>) {
  const placeProblem = errors.month ?? errors.week;
  if (placeProblem !== undefined) {
    return (
      <EmptyState icon="not-found" title="These dates aren’t in the calendar">
        <p>{placeProblem}</p>
        <EmptyStateLink href={calendarHref(typed)}>Go to this month</EmptyStateLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="filter" title="Some filters aren’t valid">
      <p>Fix the highlighted fields, then apply again.</p>
    </EmptyState>
  );
}

function IncompleteCalendar({ freshness }: Pick<CalendarPageProps, 'freshness'>) {
  const isIndexing = freshness?.state === 'indexing';
  const queued = campaignsHref({ pairs: [], status: 'queued' });
  return (
    <EmptyState
      icon="clock"
      title={isIndexing ? 'Mailroom is still indexing campaigns' : 'Mailroom hasn’t indexed the campaigns'}
    >
      <p>
        The calendar adds up each day’s campaigns, so every campaign must be indexed first.{' '}
        {freshness?.state === 'off'
          ? 'The list of queued campaigns comes directly from the mail service.'
          : 'The calendar appears when indexing is complete. Until then, the list of queued campaigns comes directly from the mail service.'}
      </p>
      <EmptyStateLink href={queued}>Show queued campaigns</EmptyStateLink>
    </EmptyState>
  );
}
