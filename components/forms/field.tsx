'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './field-error.tsx';
import { describedBy, LabeledControl } from './labeled-control.tsx';

export interface FieldProps extends ComponentProps<'input'> {
  readonly name: string;
  readonly label: string;
  /** Help text between the label and the field. */
  readonly hint?: ReactNode;
}

/**
 * A text field with a label and an error message. After a rejected submission, the field keeps the submitted
 * value.
 */
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
