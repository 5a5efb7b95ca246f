'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS, describedBy, LabeledControl } from './labeled-control.tsx';

export interface FieldProps extends ComponentProps<'input'> {
  readonly name: string;
  readonly label: string;
  /** Shown before the user types anything. */
  readonly hint?: ReactNode;
}

/** A labeled text field with its error. After a rejected submission, the field still shows the submitted value. */
export function Field({ name, label, hint, defaultValue, className = '', ...input }: FieldProps) {
  const { state } = useForm();
  const id = useId();
  const error = state.fields?.[name];
  const labeled = { id, label, hint, error };
  return (
    <LabeledControl {...labeled} className={className}>
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? defaultValue}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(labeled)}
        className={CONTROL_CLASS}
      />
    </LabeledControl>
  );
}
