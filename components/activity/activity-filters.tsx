import {
  FilterDate,
  type FilterGroup,
  FilterNumber,
  FilterSelect,
} from '#components/lists/filter-fields.tsx';
import { MENU_BUTTON } from '#components/lists/menu.ts';
import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import type { Option } from '#components/ui/options.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ACTIVITY_OUTCOMES, RECORDED_OPERATIONS } from '#lib/domain/activity.ts';
import { SECURITY_EVENTS } from '#lib/domain/security-event.ts';
import { ACTIVITY_NAMES, OUTCOME_NAMES } from '#lib/format/activity.ts';
import { type ActivityField, type ActivityQuery, ALL_SECURITY_EVENTS } from '#lib/forms/activity-query.ts';

interface ActivityFilterFormProps {
  readonly query: ActivityQuery;
  /** The email addresses of the people in the activity log. */
  readonly members: readonly string[];
}

const asOption = (text: string): Option => [text, text];
const ALL_ACTIONS: readonly Option[] = [['', 'All actions']];
const ACTION_GROUPS: readonly FilterGroup[] = [
  {
    label: 'Campaigns, customers, and templates',
    options: RECORDED_OPERATIONS.map((name) => [name, ACTIVITY_NAMES[name]]),
  },
  {
    label: 'Security',
    options: [
      [ALL_SECURITY_EVENTS, 'Security'],
      ...SECURITY_EVENTS.map((name): Option => [name, ACTIVITY_NAMES[name]]),
    ],
  },
];
const OUTCOME_OPTIONS: readonly Option[] = [
  ['', 'All outcomes'],
  ...ACTIVITY_OUTCOMES.map((name): Option => [name, OUTCOME_NAMES[name]]),
];

/**
 * A plain GET form, so that each set of filters has its own URL. On phones, the form is collapsed unless it
 * filters the log, so that the log comes first.
 */
export function ActivityFilterForm({ query, members }: ActivityFilterFormProps) {
  const isFiltered = Object.keys(query.typed).some((name) => name !== 'before');
  const fieldProps = (name: ActivityField) => ({
    name,
    value: query.typed[name],
    problem: query.errors[name],
  });
  return (
    <details
      open={isFiltered}
      className="my-3.5 force-open:[&::details-content]:[content-visibility:visible] print:hidden"
    >
      <summary className={`${MENU_BUTTON} force-open:hidden`}>
        <ControlIcon name="plus" className="size-4" />
        Filter
      </summary>
      <form
        action="/activity"
        aria-label="Filters"
        className="mt-2.5 grid items-start gap-x-2 gap-y-2.5 dates:grid-cols-2 rail:grid-cols-3 filters:grid-cols-[minmax(7rem,1.5fr)_minmax(6.5rem,1.2fr)_minmax(6.5rem,1.2fr)_minmax(5rem,0.8fr)_minmax(9.5rem,1fr)_minmax(9.5rem,1fr)_auto] force-open:mt-0"
      >
        <FilterSelect
          {...fieldProps('by')}
          label="Member"
          options={[['', 'Anyone'], ...members.map(asOption)]}
        />
        <FilterSelect
          {...fieldProps('operation')}
          label="Action"
          options={ALL_ACTIONS}
          groups={ACTION_GROUPS}
        />
        <FilterSelect {...fieldProps('outcome')} label="Outcome" options={OUTCOME_OPTIONS} />
        <FilterNumber {...fieldProps('campaign')} label="Campaign #" />
        <FilterDate {...fieldProps('from')} label="From" />
        <FilterDate {...fieldProps('to')} label="Through" />
        <div className="flex gap-2 max-rail:col-span-full filters:pt-[19px]">
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
    </details>
  );
}
