'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './control.ts';
import { describedBy, LabeledControl } from './labeled.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
}

/** As Field, for text of several lines. */
export function TextArea({ name, label, hint, defaultValue, className = '', ...area }: TextAreaProps) {
  const { state } = useForm();
  const id = useId();
  const problem = state.fields?.[name];
  const frame = { id, label, hint, problem };
  return (
    <LabeledControl {...frame} className={className}>
      <textarea
        {...area}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? defaultValue}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(frame)}
        className={`${CONTROL_CLASS} h-auto! leading-normal!`}
      />
    </LabeledControl>
  );
}
