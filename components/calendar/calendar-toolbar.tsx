import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { TabLinks } from '#components/ui/tab-links.tsx';
import { type CalendarQuery, calendarHref } from '#lib/forms/calendar-query.ts';

const STEP_CLASS = buttonClass('plain', 'rounded-none! px-2.5! first:rounded-l-md! last:rounded-r-md!');

/** Links to the previous and next period, to today, to the other view, and to the feeds. */
export function CalendarToolbar({ query }: { query: CalendarQuery }) {
  const { span, typed, today } = query;
  const view = span?.view ?? 'month';
  const at = (name: string) => calendarHref(typed, { [view]: name });
  const current =
    span?.days.find(({ date }) => date === today) ?? span?.days.find(({ isInSpan }) => isInSpan);
  const date = current?.date ?? today;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <nav aria-label="Time" className="inline-flex [&>*+*]:-ml-px">
        <Step href={span?.previous && at(span.previous)} name="previous" label={`Previous ${view}`} />
        <PageLink
          href={view === 'week' ? calendarHref(typed, { week: today }) : calendarHref(typed)}
          className={`${STEP_CLASS} px-3.5!`}
        >
          Today
        </PageLink>
        <Step href={span?.next && at(span.next)} name="next" label={`Next ${view}`} />
      </nav>
      <TabLinks
        label="View"
        tabs={[
          {
            label: 'Month',
            href: calendarHref(typed, { month: date.slice(0, 7) }),
            isCurrent: view === 'month',
          },
          { label: 'Week', href: calendarHref(typed, { week: date }), isCurrent: view === 'week' },
        ]}
      />
      <PageLink href="/calendar/feeds" className={buttonClass('plain', 'max-sm:px-2.5!')}>
        <ControlIcon name="feed" className="size-4" />
        <span className="max-sm:sr-only">Subscribe</span>
      </PageLink>
    </div>
  );
}

interface StepProps {
  /** Undefined at the end of the calendar. */
  readonly href: string | undefined;
  readonly name: 'previous' | 'next';
  readonly label: string;
}

function Step({ href, name, label }: StepProps) {
  const icon = <ControlIcon name={name} className="size-4.5" />;
  if (href === undefined) {
    return (
      <span aria-hidden="true" className={`${STEP_CLASS} opacity-50`}>
        {icon}
      </span>
    );
  }
  return (
    <PageLink href={href} aria-label={label} data-step={name} className={STEP_CLASS}>
      {icon}
    </PageLink>
  );
}
