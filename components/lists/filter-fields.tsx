'use client';

import type { ReactNode } from 'react';
import { CONTROL_CLASS, FieldError } from '#components/forms/field-error.tsx';
import { type Option, Options } from '#components/ui/options.tsx';

export interface FilterGroup {
  readonly label: string;
  readonly options: readonly Option[];
}

interface FilterProps {
  /** The query parameter's name, also used as the field's id. */
  readonly name: string;
  readonly label: string;
  /** The value from the URL, even if it's invalid. */
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

/**
 * A select whose first option is the default. An unknown value from the URL is added as an option, so that
 * the user can see the value.
 */
export function FilterSelect({
  options,
  groups = [],
  value = options[0]?.[0] ?? '',
  ...field
}: FilterProps & { options: readonly Option[]; groups?: readonly FilterGroup[] }) {
  const listed = [...options, ...groups.flatMap((group) => group.options)];
  const isListed = listed.some(([listedValue]) => listedValue === value);
  return (
    <FilterField {...field}>
      {(fieldProps) => (
        <select {...fieldProps} defaultValue={value}>
          {!isListed && <option value={value}>{value}</option>}
          <Options options={options} />
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ))}
        </select>
      )}
    </FilterField>
  );
}

export function FilterNumber({ value, ...field }: FilterProps) {
  return (
    <FilterField {...field}>
      {(fieldProps) => <input {...fieldProps} inputMode="numeric" defaultValue={value} />}
    </FilterField>
  );
}

/** If the URL's value isn't a date, a text field is used, because a date field can't display the value. */
export function FilterDate({ value = '', ...field }: FilterProps) {
  const isDate = value === '' || (/^\d{4}-\d{2}-\d{2}$/.test(value) && field.problem === undefined);
  return (
    <FilterField {...field}>
      {(fieldProps) => <input {...fieldProps} type={isDate ? 'date' : 'text'} defaultValue={value} />}
    </FilterField>
  );
}

/** If the URL's value is invalid, a text field is used, because a month field can't display the value. */
export function FilterMonth({ value = '', ...field }: FilterProps) {
  return (
    <FilterField {...field}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          type={field.problem === undefined ? 'month' : 'text'}
          placeholder="2026-10"
          defaultValue={value}
        />
      )}
    </FilterField>
  );
}

interface FilterFieldProps extends Omit<FilterProps, 'value'> {
  readonly children: (fieldProps: {
    id: string;
    name: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
    className: string;
  }) => ReactNode;
}

/** The label of a filter's control, and the error message for its value. */
export function FilterField({ name, label, problem, children }: FilterFieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={name} className="filter-label">
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
