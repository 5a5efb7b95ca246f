'use client';

import { FilterField } from '#components/lists/filter-fields.tsx';
import { SuggestField } from './suggest-field.tsx';

type NamedThing = 'customer' | 'template';

interface NameFilterProps {
  readonly name: NamedThing;
  readonly label: string;
  readonly values: readonly string[] | undefined;
  readonly problem: string | undefined;
}

interface SingleNameFilterProps extends Omit<NameFilterProps, 'values'> {
  readonly value: string | undefined;
}

/** A field for one name. Suggests names while the user types. */
export function SingleNameFilter({ name, label, value, problem }: SingleNameFilterProps) {
  return (
    <FilterField name={name} label={label} problem={problem}>
      {(fieldProps) => <SuggestField {...fieldProps} {...suggestionProps(name)} defaultValue={value} />}
    </FilterField>
  );
}

/** A field for each chosen name, and an empty field. Suggests names while the user types. */
export function NameFilter({ name, label, values = [], problem }: NameFilterProps) {
  return (
    <FilterField name={name} label={label} problem={problem}>
      {({ id, ...fieldProps }) => (
        <div className="grid gap-1.5">
          {[...values, ''].map((value, i) => (
            <SuggestField
              key={value}
              {...fieldProps}
              {...suggestionProps(name)}
              id={i === 0 ? id : undefined}
              aria-label={i === 0 ? undefined : `${label} ${i + 1}`}
              defaultValue={value}
              aria-invalid={problem !== undefined && value !== ''}
            />
          ))}
        </div>
      )}
    </FilterField>
  );
}

/** The URL of the suggestions, and the placeholder. */
const suggestionProps = (name: NamedThing) => ({
  source: `/api/suggestions?kind=${name}&q=`,
  placeholder: name === 'customer' ? 'Type an email address' : 'Type a name',
});
