'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './field-error.tsx';
import { describedBy, LabeledControl } from './labeled-control.tsx';
import { useDefaultText } from './use-default-text.ts';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'defaultValue' | 'ref'> {
  readonly name: string;
  readonly defaultValue?: string | undefined;
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A multiline text field with a label and an error message. */
export function TextArea({ name, label, hint, defaultValue, className = '', ...area }: TextAreaProps) {
  const { state } = useForm();
  const id = useId();
  const defaultText = useDefaultText(state.values?.[name] ?? defaultValue);
  const error = state.fields?.[name];
  const labeled = { id, label, hint, error };
  return (
    <LabeledControl {...labeled} className={className}>
      <textarea
        {...area}
        {...defaultText}
        id={id}
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(labeled)}
        className={`${CONTROL_CLASS} h-auto! leading-normal!`}
      />
    </LabeledControl>
  );
}
