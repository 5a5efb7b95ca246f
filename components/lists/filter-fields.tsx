import type { ReactNode } from 'react';
import { CONTROL_CLASS } from '#components/forms/control.ts';
import { FieldError } from '#components/forms/problem.tsx';

export type FilterOption = readonly [value: string, label: string];

interface FilterProps {
  /** The parameter, which is the field's id as well. */
  readonly name: string;
  readonly label: string;
  /** As it stands in the address, whatever that is. */
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

/** A choice, the first option while none is made. What was typed into the address and is none of them stays visible as one. */
export function FilterSelect({
  options,
  value = options[0]?.[0] ?? '',
  ...field
}: FilterProps & { options: readonly FilterOption[] }) {
  const isListed = options.some(([listed]) => listed === value);
  return (
    <FilterField {...field}>
      {(shared) => (
        <select {...shared} defaultValue={value}>
          {!isListed && <option value={value}>{value}</option>}
          {options.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  );
}

export function FilterNumber({ value, ...field }: FilterProps) {
  return (
    <FilterField {...field}>
      {(shared) => <input {...shared} inputMode="numeric" defaultValue={value} />}
    </FilterField>
  );
}

/** A day. A moment from the address, or something that is no day, needs a field that can show it. */
export function FilterDate({ value = '', ...field }: FilterProps) {
  const isDay = value === '' || (/^\d{4}-\d{2}-\d{2}$/.test(value) && field.problem === undefined);
  return (
    <FilterField {...field}>
      {(shared) => <input {...shared} type={isDay ? 'date' : 'text'} defaultValue={value} />}
    </FilterField>
  );
}

interface FilterFieldProps extends Omit<FilterProps, 'value'> {
  readonly children: (shared: {
    id: string;
    name: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
    className: string;
  }) => ReactNode;
}

function FilterField({ name, label, problem, children }: FilterFieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={name} className="mb-0.5 block text-xs text-muted">
        {label}
      </label>
      {children({
        id: name,
        name,
        'aria-invalid': problem !== undefined,
        'aria-describedby': problem && `${name}-problem`,
        className: CONTROL_CLASS,
      })}
      <FieldError id={`${name}-problem`}>{problem}</FieldError>
    </div>
  );
}
