'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL } from './control.ts';
import { Problem } from './problem.tsx';

interface FieldProps extends ComponentProps<'input'> {
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
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-[550]">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="-mt-0.5 mb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? defaultValue}
        aria-invalid={problem !== undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        className={CONTROL}
      />
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  );
}
