import { ACTIVITY_OUTCOMES, OUTCOME_NAMES, TRAIL_NAMES, TRAIL_OPERATIONS } from '#lib/format/activity.ts';
import type { ActivityField, ActivityQuery } from '#lib/format/activity-query.ts';
import { CONTROL } from '../forms/control.ts';
import { Problem } from '../forms/problem.tsx';
import { buttonClass } from '../ui/button.ts';
import { PageLink } from '../ui/page-link.tsx';

interface TrailFiltersProps {
  readonly query: ActivityQuery;
  /** Everybody in the trail. */
  readonly people: readonly string[];
}

/** A plain GET form, so that what is looked for is an address. */
export function TrailFilters({ query, people }: TrailFiltersProps) {
  const isFiltered = Object.keys(query.typed).length > 0;
  return (
    <form
      action="/activity"
      aria-label="Filters"
      className="my-3.5 grid grid-cols-2 items-start gap-x-2 gap-y-2.5 rail:grid-cols-3 wide:grid-cols-[1.5fr_1.2fr_1.2fr_0.8fr_1fr_1fr_auto]"
    >
      <Choice query={query} name="by" label="Who" any="Anybody" options={people.map((by) => [by, by])} />
      <Choice
        query={query}
        name="operation"
        label="What"
        any="Anything"
        options={TRAIL_OPERATIONS.map((name) => [name, TRAIL_NAMES[name]])}
      />
      <Choice
        query={query}
        name="outcome"
        label="Outcome"
        any="Any outcome"
        options={ACTIVITY_OUTCOMES.map((name) => [name, OUTCOME_NAMES[name]])}
      />
      <Typed query={query} name="campaign" label="Campaign #" inputMode="numeric" />
      <Typed query={query} name="from" label="From" type="date" />
      <Typed query={query} name="to" label="Up to" type="date" />
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

interface FieldProps {
  readonly query: ActivityQuery;
  readonly name: ActivityField;
  readonly label: string;
}

/** What was typed into the address and is no choice of ours stays visible as one. */
function Choice({
  query,
  name,
  label,
  any,
  options,
}: FieldProps & { any: string; options: readonly (readonly [string, string])[] }) {
  const value = query.typed[name] ?? '';
  const isListed = value === '' || options.some(([listed]) => listed === value);
  const problem = query.errors[name];
  return (
    <div className="min-w-0">
      <Label name={name}>{label}</Label>
      <select
        id={name}
        name={name}
        defaultValue={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${name}-problem`}
        className={CONTROL}
      >
        <option value="">{any}</option>
        {!isListed && <option value={value}>{value}</option>}
        {options.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      <Problem id={`${name}-problem`}>{problem}</Problem>
    </div>
  );
}

/** Something that is no day needs a field that can show it. */
function Typed({
  query,
  name,
  label,
  type = 'text',
  inputMode,
}: FieldProps & { type?: 'text' | 'date'; inputMode?: 'numeric' }) {
  const problem = query.errors[name];
  return (
    <div className="min-w-0">
      <Label name={name}>{label}</Label>
      <input
        id={name}
        name={name}
        type={problem === undefined ? type : 'text'}
        inputMode={inputMode}
        defaultValue={query.typed[name] ?? ''}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${name}-problem`}
        className={CONTROL}
      />
      <Problem id={`${name}-problem`}>{problem}</Problem>
    </div>
  );
}

function Label({ name, children }: { name: string; children: string }) {
  return (
    <label htmlFor={name} className="mb-0.5 block text-xs text-muted">
      {children}
    </label>
  );
}
