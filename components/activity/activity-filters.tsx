import {
  FilterSelect,
  FilterDate,
  FilterNumber,
  type FilterOption,
} from '#components/lists/filter-fields.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { ACTIVITY_OUTCOMES, RECORDED_OPERATIONS } from '#lib/domain/activity.ts';
import { OUTCOME_NAMES, TRAIL_NAMES } from '#lib/format/activity.ts';
import type { ActivityField, ActivityQuery } from '#lib/forms/activity-query.ts';

interface ActivityFilterFormProps {
  readonly query: ActivityQuery;
  /** Everybody in the trail. */
  readonly people: readonly string[];
}

const asOption = (text: string): FilterOption => [text, text];
const OPERATIONS: readonly FilterOption[] = [
  ['', 'All actions'],
  ...RECORDED_OPERATIONS.map((name): FilterOption => [name, TRAIL_NAMES[name]]),
];
const OUTCOMES: readonly FilterOption[] = [
  ['', 'All outcomes'],
  ...ACTIVITY_OUTCOMES.map((name): FilterOption => [name, OUTCOME_NAMES[name]]),
];

/** A plain GET form, so that what is looked for is an address. */
export function ActivityFilterForm({ query, people }: ActivityFilterFormProps) {
  const isFiltered = Object.keys(query.typed).length > 0;
  const asked = (name: ActivityField) => ({ name, value: query.typed[name], problem: query.errors[name] });
  return (
    <form
      action="/activity"
      aria-label="Filters"
      className="my-3.5 grid grid-cols-2 items-start gap-x-2 gap-y-2.5 rail:grid-cols-3 wide:grid-cols-[1.5fr_1.2fr_1.2fr_0.8fr_1fr_1fr_auto]"
    >
      <FilterSelect {...asked('by')} label="Member" options={[['', 'Anyone'], ...people.map(asOption)]} />
      <FilterSelect {...asked('operation')} label="Action" options={OPERATIONS} />
      <FilterSelect {...asked('outcome')} label="Outcome" options={OUTCOMES} />
      <FilterNumber {...asked('campaign')} label="Campaign #" />
      <FilterDate {...asked('from')} label="From" />
      <FilterDate {...asked('to')} label="To" />
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
