'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';
import { CONTROL } from './control.ts';
import { Problem } from './problem.tsx';

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
      <textarea
        {...area}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? defaultValue}
        aria-invalid={problem !== undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        className={`${CONTROL} h-auto! leading-normal!`}
      />
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  );
}
