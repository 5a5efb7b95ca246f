import { SingleNameFilter } from '#components/campaigns/name-filter.tsx';
import { CONTROL_CLASS, FieldError } from '#components/forms/field-error.tsx';
import { FilterChip } from '#components/lists/filter-chip.tsx';
import { FilterMonth } from '#components/lists/filter-fields.tsx';
import { KeptFields } from '#components/lists/kept-fields.tsx';
import { MENU_BUTTON, MENU_CLASS } from '#components/lists/menu.ts';
import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { TabLinks } from '#components/ui/tab-links.tsx';
import { GROUP_LABELS, PERIOD_NAMES } from '#lib/format/spending.ts';
import {
  GROUP_NAMES,
  monthParam,
  PERIODS,
  type SpendingQuery,
  spendingHref,
} from '#lib/forms/spending-query.ts';

/** Controls for choosing the period and the grouping, and for filtering by customer and template. */
export function SpendingControls({ query }: { query: SpendingQuery }) {
  const { typed, period, by, errors } = query;
  return (
    <div className="relative mb-4 grid grid-cols-[minmax(0,1fr)] gap-2 print:hidden">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-2">
        <TabLinks
          label="Period"
          tabs={PERIODS.map((name) => ({
            label: PERIOD_NAMES[name],
            href: spendingHref(typed, {
              period: name === 'this_quarter' ? undefined : name,
              from: undefined,
              to: undefined,
            }),
            isCurrent: name === period,
          }))}
        />
        <span aria-hidden="true" className="text-sm text-muted max-sm:hidden">
          Group by
        </span>
        <TabLinks
          label="Group by"
          tabs={GROUP_NAMES.map((name) => ({
            label: GROUP_LABELS[name],
            href: spendingHref(typed, { by: name, key: name === 'metadata' ? typed.key : undefined }),
            isCurrent: name === by && errors.by === undefined,
          }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {(['customer', 'template'] as const).map(
          (name) =>
            typed[name] !== undefined && (
              <FilterChip
                key={name}
                label={GROUP_LABELS[name]}
                value={typed[name]}
                href={spendingHref(typed, { [name]: undefined })}
              />
            ),
        )}
        {by === 'metadata' && <KeyForm query={query} />}
        <FilterForm query={query} />
      </div>
    </div>
  );
}

/** Returns the page's parameters, except those in `own`, which have their own fields in the form. */
const keptFields = ({ typed }: SpendingQuery, own: readonly string[]) =>
  Object.entries(typed).filter(([name]) => !own.includes(name));

function KeyForm({ query }: { query: SpendingQuery }) {
  const { typed, errors } = query;
  return (
    <form action="/spending" className="flex items-start gap-1.5">
      <KeptFields fields={keptFields(query, ['key'])} />
      <div>
        <input
          name="key"
          aria-label="Metadata key"
          placeholder="Metadata key"
          required
          defaultValue={typed.key}
          aria-invalid={errors.key !== undefined}
          aria-describedby={errors.key && 'key-problem'}
          className={`${CONTROL_CLASS} h-[31px]! max-w-44`}
        />
        <FieldError id="key-problem">{errors.key}</FieldError>
      </div>
      <button type="submit" className={buttonClass('plain', 'button-tiny')}>
        Group
      </button>
    </form>
  );
}

const FORM_FIELDS = ['period', 'from', 'to', 'customer', 'template'] as const;

function FilterForm({ query }: { query: SpendingQuery }) {
  const { typed, errors, period, months } = query;
  const isCustom = period === null;
  const hasError = FORM_FIELDS.some((name) => errors[name] !== undefined);
  const label = isCustom && months.length > 0 ? 'Months and filters' : 'Choose months, filter';
  return (
    <details open={hasError}>
      <summary className={MENU_BUTTON}>
        <ControlIcon name="sliders" className="size-4" />
        {label}
      </summary>
      <form action="/spending" aria-label="Months and filters" className={`${MENU_CLASS} max-w-3xl`}>
        <KeptFields fields={keptFields(query, isCustom ? FORM_FIELDS : FORM_FIELDS.slice(1))} />
        <div className="grid items-start gap-3 dates:grid-cols-2 rail:grid-cols-[1fr_1fr_2fr_2fr]">
          <FilterMonth name="from" label="First month" value={typed.from} problem={errors.from} />
          <FilterMonth name="to" label="Last month" value={typed.to} problem={errors.to} />
          {(['customer', 'template'] as const).map((name) => (
            <SingleNameFilter
              key={name}
              name={name}
              label={GROUP_LABELS[name]}
              value={typed[name]}
              problem={errors[name]}
            />
          ))}
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">
            {isCustom
              ? 'Clear both months to return to a quarter or a year.'
              : `Leave blank for ${describeMonths(query)}.`}
          </p>
          <button type="submit" className={buttonClass('plain', 'max-rail:grow')}>
            Apply
          </button>
        </div>
      </form>
    </details>
  );
}

function describeMonths({ months }: SpendingQuery): string {
  const [first, last] = [months[0], months.at(-1)];
  return first && last ? `${monthParam(first.index)} to ${monthParam(last.index)}` : 'this quarter';
}
