import {
  FilterDate,
  FilterNumber,
  type FilterOption,
  FilterSelect,
} from '#components/lists/filter-fields.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { ACTIVITY_OUTCOMES, RECORDED_OPERATIONS } from '#lib/domain/activity.ts';
import { ACTIVITY_NAMES, OUTCOME_NAMES } from '#lib/format/activity.ts';
import type { ActivityField, ActivityQuery } from '#lib/forms/activity-query.ts';

interface ActivityFilterFormProps {
  readonly query: ActivityQuery;
  /** Email addresses of members who have taken at least one action. */
  readonly members: readonly string[];
}

const asOption = (text: string): FilterOption => [text, text];
const OPERATION_OPTIONS: readonly FilterOption[] = [
  ['', 'All actions'],
  ...RECORDED_OPERATIONS.map((name): FilterOption => [name, ACTIVITY_NAMES[name]]),
];
const OUTCOME_OPTIONS: readonly FilterOption[] = [
  ['', 'All outcomes'],
  ...ACTIVITY_OUTCOMES.map((name): FilterOption => [name, OUTCOME_NAMES[name]]),
];

/** A plain GET form, so that each set of filters has its own URL. */
export function ActivityFilterForm({ query, members }: ActivityFilterFormProps) {
  const isFiltered = Object.keys(query.typed).length > 0;
  const fieldProps = (name: ActivityField) => ({
    name,
    value: query.typed[name],
    problem: query.errors[name],
  });
  return (
    <form
      action="/activity"
      aria-label="Filters"
      className="my-3.5 grid print:hidden grid-cols-2 items-start gap-x-2 gap-y-2.5 rail:grid-cols-3 wide:grid-cols-[1.5fr_1.2fr_1.2fr_0.8fr_1fr_1fr_auto]"
    >
      <FilterSelect
        {...fieldProps('by')}
        label="Member"
        options={[['', 'Anyone'], ...members.map(asOption)]}
      />
      <FilterSelect {...fieldProps('operation')} label="Action" options={OPERATION_OPTIONS} />
      <FilterSelect {...fieldProps('outcome')} label="Outcome" options={OUTCOME_OPTIONS} />
      <FilterNumber {...fieldProps('campaign')} label="Campaign #" />
      <FilterDate {...fieldProps('from')} label="From" />
      <FilterDate {...fieldProps('to')} label="Through" />
      <div className="flex gap-2 max-rail:col-span-2 wide:pt-[19px]">
        <button type="submit" className={buttonClass('plain', 'max-rail:grow')}>
          Apply
        </button>
        {isFiltered && (
          <PageLink href="/activity" className={buttonClass('quiet')}>
            Clear
          </PageLink>
        )}
      </div>
    </form>
  );
}
