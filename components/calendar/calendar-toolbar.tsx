import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { type CalendarQuery, calendarHref } from '#lib/forms/calendar-query.ts';

const STEP_CLASS = buttonClass('plain', 'rounded-none! px-2.5! first:rounded-l-md! last:rounded-r-md!');
const VIEW_CLASS =
  'block rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted -outline-offset-2 hover:text-ink aria-[current]:bg-card aria-[current]:text-ink aria-[current]:shadow-tab';

/** Links to the time before and after, to today, to the other view, and to the feeds. */
export function CalendarToolbar({ query }: { query: CalendarQuery }) {
  const { span, typed, today } = query;
  const view = span?.view ?? 'month';
  const unit = view;
  const at = (name: string) => calendarHref(typed, { [view]: name });
  const current =
    span?.days.find(({ date }) => date === today) ?? span?.days.find(({ isInSpan }) => isInSpan);
  const date = current?.date ?? today;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <nav aria-label="Time" className="inline-flex [&>*+*]:-ml-px">
        <Step href={span?.previous && at(span.previous)} name="previous" label={`Previous ${unit}`} />
        <PageLink
          href={view === 'week' ? calendarHref(typed, { week: today }) : calendarHref(typed)}
          className={`${STEP_CLASS} px-3.5!`}
        >
          Today
        </PageLink>
        <Step href={span?.next && at(span.next)} name="next" label={`Next ${unit}`} />
      </nav>
      <nav aria-label="View" className="rounded-[9px] bg-backdrop p-[3px]">
        <ul className="flex gap-0.5">
          {(['month', 'week'] as const).map((other) => (
            <li key={other}>
              <PageLink
                href={calendarHref(typed, other === 'month' ? { month: date.slice(0, 7) } : { week: date })}
                aria-current={other === view ? 'true' : undefined}
                className={VIEW_CLASS}
              >
                {other === 'month' ? 'Month' : 'Week'}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
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
