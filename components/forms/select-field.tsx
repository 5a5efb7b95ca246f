'use client';

import { type ComponentProps, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './field-error.tsx';
import { describedBy, LabeledControl } from './labeled-control.tsx';

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly name: string;
  readonly label: string;
}

/**
 * A select with a label and an error message. If the parent component passes `value`, the select is
 * controlled.
 */
export function SelectField({
  name,
  label,
  value,
  defaultValue,
  className = '',
  ...select
}: SelectFieldProps) {
  const { state } = useForm();
  const id = useId();
  const error = state.fields?.[name];
  const labeled = { id, label, error };
  return (
    <LabeledControl {...labeled}>
      <select
        {...select}
        {...(value === undefined ? { defaultValue: state.values?.[name] ?? defaultValue } : { value })}
        id={id}
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(labeled)}
        className={`${CONTROL_CLASS} ${className}`}
      />
    </LabeledControl>
  );
}
