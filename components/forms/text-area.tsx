'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './field-error.tsx';
import { describedBy, LabeledControl } from './labeled-control.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A multiline text field with a label and an error message. */
export function TextArea({ name, label, hint, defaultValue, className = '', ...area }: TextAreaProps) {
  const { state } = useForm();
  const id = useId();
  const error = state.fields?.[name];
  const labeled = { id, label, hint, error };
  return (
    <LabeledControl {...labeled} className={className}>
      <textarea
        {...area}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? defaultValue}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(labeled)}
        className={`${CONTROL_CLASS} h-auto! leading-normal!`}
      />
    </LabeledControl>
  );
}
