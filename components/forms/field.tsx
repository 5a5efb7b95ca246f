'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './control.ts';
import { describedBy, LabeledControl } from './labeled.tsx';

export interface FieldProps extends ComponentProps<'input'> {
  readonly name: string;
  readonly label: string;
  /** What may be typed, said before anything goes wrong. */
  readonly hint?: ReactNode;
}

/** A labelled field with its sentence beside it. What was typed comes back after a form was refused. */
export function Field({ name, label, hint, defaultValue, className = '', ...input }: FieldProps) {
  const { state } = useForm();
  const id = useId();
  const problem = state.fields?.[name];
  const frame = { id, label, hint, problem };
  return (
    <LabeledControl {...frame} className={className}>
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? defaultValue}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(frame)}
        className={CONTROL_CLASS}
      />
    </LabeledControl>
  );
}
