import { filterChips } from '#components/campaigns/filter-chips.ts';
import { NameFilter } from '#components/campaigns/name-filter.tsx';
import { FilterChip } from '#components/lists/filter-chip.tsx';
import { FilterSelect } from '#components/lists/filter-fields.tsx';
import { KeptFields } from '#components/lists/kept-fields.tsx';
import { MENU_BUTTON, MENU_CLASS } from '#components/lists/menu.ts';
import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import { describeStatus } from '#lib/format/status.ts';
import { type CalendarQuery, calendarHref, placeOf } from '#lib/forms/calendar-query.ts';
import type { TypedQuery } from '#lib/forms/campaign-fields.ts';

const STATUS_OPTIONS = [
  ['', 'All statuses'],
  ...V1_STATUSES.filter((status) => status !== 'draft').map(
    (status) => [status, describeStatus(status).label] as const,
  ),
] as const;

/** A form that filters the calendar, and a link to remove each active filter. */
export function CalendarFilters({ query }: { query: CalendarQuery }) {
  const { typed, errors, span } = query;
  const place = span && placeOf(span);
  const hasProblem = ['customer', 'template', 'status'].some((name) => errors[name] !== undefined);
  return (
    <div className="relative flex min-w-0 grow flex-wrap items-center gap-1.5 print:hidden">
      {filterChips(typed, (day) => day).map(({ label, value, removal }) => (
        <FilterChip
          key={label}
          label={label}
          value={value}
          href={calendarHref({ ...typed, ...removal } as TypedQuery, place)}
        />
      ))}
      {typed.status !== undefined && (
        <FilterChip
          label="Status"
          value={describeStatus(typed.status).label}
          href={calendarHref({ ...typed, status: undefined } as TypedQuery, place)}
        />
      )}
      <details open={hasProblem}>
        <summary className={MENU_BUTTON}>
          <ControlIcon name="plus" className="size-4" />
          Filter
        </summary>
        <form action="/calendar" aria-label="Filters" className={`${MENU_CLASS} grid max-w-3xl gap-4`}>
          <KeptFields fields={Object.entries(place ?? {})} />
          <div className="grid items-start gap-3 rail:grid-cols-3">
            <NameFilter name="customer" label="Customer" values={typed.customer} problem={errors.customer} />
            <NameFilter name="template" label="Template" values={typed.template} problem={errors.template} />
            <FilterSelect
              name="status"
              label="Status"
              options={STATUS_OPTIONS}
              value={typed.status}
              problem={errors.status}
            />
          </div>
          <button type="submit" className={buttonClass('plain', 'justify-self-end max-rail:w-full')}>
            Apply
          </button>
        </form>
      </details>
    </div>
  );
}
