import { FilterField } from '#components/lists/filter-fields.tsx';
import { SuggestField } from './suggest-field.tsx';

type NamedThing = 'customer' | 'template';

interface NameFilterProps {
  readonly name: NamedThing;
  readonly label: string;
  readonly values: readonly string[] | undefined;
  readonly problem: string | undefined;
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

/** The URL of a customer or template field's suggestions, and the field's placeholder. */
export const suggestionProps = (name: NamedThing) => ({
  source: `/api/suggestions?kind=${name}&q=`,
  placeholder: name === 'customer' ? 'Type an email address' : 'Type a name',
});
