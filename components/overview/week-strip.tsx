import { Dotted } from '#components/ui/dotted.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { CalendarSum } from '#lib/domain/calendar.ts';
import { formatAmounts, formatWeekday } from '#lib/format/calendar.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { goingOutHref } from '#lib/forms/worklists.ts';
import { ForwardLink } from './forward-link.tsx';
import type { IndexedSummary } from './overview-data.ts';

interface WeekStripProps {
  readonly week: IndexedSummary['week'];
  readonly dateSettings: DateSettings;
}

/** The campaigns that go out today and over the next six days. */
export function WeekStrip({ week: { days, sum, isPartial }, dateSettings }: WeekStripProps) {
  const busiest = Math.max(1, ...days.map((day) => day.sum.campaigns));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <section aria-labelledby="week" className="mb-5">
      <header className="mb-2 grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <h2 id="week" className="text-base">
          Going out in the next 7 days
        </h2>
        <p className="text-sm text-muted tabular-nums max-sm:order-last max-sm:col-span-2">
          <Dotted
            parts={[
              `${isPartial ? 'At least ' : ''}${formatPlural(sum.campaigns, 'campaign')}`,
              formatPlural(sum.recipients, 'recipient'),
              ...formatAmounts(sum),
            ]}
          />
        </p>
        <span className="flex gap-x-3">
          <ForwardLink
            href={goingOutHref(first.day, last.day)}
            label={`All ${formatPlural(sum.campaigns, 'campaign')} that go out this week`}
          >
            All
          </ForwardLink>
          <ForwardLink href={`/calendar?week=${first.day}`} label="Calendar: this week">
            Calendar
          </ForwardLink>
        </span>
      </header>
      <ol className="overflow-clip rounded-lg border border-line bg-card shadow-card wide:grid wide:grid-cols-7">
        {days.map(({ day, sum: ofDay }, i) => (
          <li
            key={day}
            aria-current={i === 0 ? 'date' : undefined}
            className="min-w-0 border-line/70 not-first:border-t wide:not-first:border-t-0 wide:not-first:border-l"
          >
            <PageLink
              href={goingOutHref(day)}
              className="grid h-full grid-cols-[minmax(0,1fr)_auto_minmax(5.5rem,auto)] items-baseline gap-x-4 px-3.5 py-2.5 text-sm text-muted tabular-nums hover:bg-paper/55 wide:flex wide:flex-col wide:gap-0"
            >
              <span className="truncate wide:max-w-full">
                <span className={`font-[550] ${i === 0 ? 'text-red' : 'text-ink'}`}>
                  {i === 0 ? 'Today' : formatWeekday(day, 'short', dateSettings.locale)}
                </span>{' '}
                {Number(day.slice(-2))}
              </span>
              <Day sum={ofDay} />
              <meter
                aria-hidden="true"
                max={busiest}
                value={ofDay.campaigns}
                className="mt-auto hidden h-1 w-full appearance-none overflow-hidden rounded-full border-0 [background:var(--color-line)] wide:block [&::-moz-meter-bar]:[background:var(--color-amber)] [&::-webkit-meter-bar]:h-1 [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:[background:var(--color-line)] [&::-webkit-meter-optimum-value]:[background:var(--color-amber)]"
              />
            </PageLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Day({ sum }: { readonly sum: CalendarSum }) {
  if (sum.campaigns === 0)
    return (
      <>
        <span aria-hidden="true" className="font-semibold wide:font-serif wide:text-lg">
          –
        </span>
        <span className="text-right max-wide:sr-only wide:mb-2 wide:text-left">Nothing scheduled</span>
      </>
    );
  return (
    <>
      <span className="font-semibold text-ink wide:font-serif wide:text-lg">
        {formatCount(sum.campaigns)}
        <span className="font-normal text-muted wide:sr-only">
          {' '}
          {sum.campaigns === 1 ? 'campaign' : 'campaigns'}
        </span>
      </span>
      <span className="max-wide:hidden">{formatPlural(sum.recipients, 'recipient')}</span>
      <span className="text-right wide:mb-2 wide:max-w-full wide:text-left">
        {formatAmounts(sum).map((amount) => (
          <span key={amount} className="block truncate">
            {amount}
          </span>
        ))}
      </span>
    </>
  );
}
