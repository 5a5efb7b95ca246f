'use client';

import { type ComponentProps, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './control.ts';
import { describedBy, LabeledControl } from './labeled.tsx';

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly name: string;
  readonly label: string;
}

/** As Field, for a choice: its options are its children. Given a `value`, whoever gives it keeps what is chosen. */
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
  const problem = state.fields?.[name];
  const frame = { id, label, problem };
  return (
    <LabeledControl {...frame}>
      <select
        {...select}
        {...(value === undefined ? { defaultValue: state.values?.[name] ?? defaultValue } : { value })}
        id={id}
        name={name}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(frame)}
        className={`${CONTROL_CLASS} ${className}`}
      />
    </LabeledControl>
  );
}
