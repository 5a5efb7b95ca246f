import { Dotted } from '#components/ui/dotted.tsx';
import type { CalendarSum } from '#lib/domain/calendar.ts';
import { describeExceptions, describeSum, formatAmounts } from '#lib/format/calendar.ts';
import { formatDate } from '#lib/format/dates.ts';
import { MISSING } from '#lib/format/text.ts';
import type { CalendarPageProps, CalendarState } from './calendar-state.ts';

type PeriodSumsProps = Pick<CalendarPageProps, 'dateSettings'> & Extract<CalendarState, { kind: 'filled' }>;

/**
 * The sums for the whole month or week: for campaigns that went out, for campaigns that haven't gone out yet,
 * and for all campaigns.
 */
export function PeriodSums({ span, sums, isPartial, dateSettings }: PeriodSumsProps) {
  const isMonth = span.view === 'month';
  const month = isMonth ? formatDate(`${span.name}-01`, { month: 'long' }, dateSettings.locale) : '';
  const exceptions = describeExceptions(sums.unknown, sums.notGoing);
  return (
    <section aria-label="Totals" className="mb-4 rounded-lg border border-line bg-card shadow-card">
      <dl className="grid px-4 py-1 rail:auto-cols-fr rail:grid-flow-col rail:px-0 rail:py-4">
        <Sum label="Went out" sum={sums.wentOut} isPartial={isPartial} />
        <Sum label="Still to go" sum={sums.toGo} isPartial={isPartial} />
        <Sum label={isMonth ? `All of ${month}` : 'Whole week'} sum={sums.all} isPartial={isPartial} />
      </dl>
      {(exceptions.length > 0 || isPartial) && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted rail:px-5">
          <Dotted parts={exceptions} />
          {isPartial && (
            <span className="block">
              Too many campaigns to count. Totals for the last days shown are incomplete. Add a filter
              {isMonth && ' or switch to week view'}.
            </span>
          )}
        </p>
      )}
    </section>
  );
}

interface SumProps {
  readonly label: string;
  readonly sum: CalendarSum;
  readonly isPartial: boolean;
}

function Sum({ label, sum, isPartial }: SumProps) {
  const amounts = formatAmounts(sum);
  return (
    <div className="min-w-0 border-line py-2.5 not-first:border-t max-rail:grid max-rail:grid-cols-[1fr_auto] max-rail:items-baseline max-rail:gap-x-3 rail:px-5 rail:py-0 rail:not-first:border-t-0 rail:not-first:border-l">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 font-serif text-lg font-semibold tabular-nums max-rail:mt-0 max-rail:text-right rail:text-[1.4375rem] rail:leading-[1.25]">
        {amounts.length === 0 ? (
          <span className="text-muted">{MISSING}</span>
        ) : (
          amounts.map((amount) => (
            <span key={amount} className="block">
              {amount}
            </span>
          ))
        )}
      </dd>
      <dd className="text-sm text-muted tabular-nums max-rail:col-span-full">
        <Dotted parts={describeSum(sum, isPartial)} />
      </dd>
    </div>
  );
}
