'use client';

import type { ReactNode } from 'react';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';
import { useForm } from './action-form.tsx';

interface SubmitButtonProps {
  readonly kind?: ButtonKind;
  readonly className?: string;
  /** Sent with the form if the user pressed this button. */
  readonly name?: string;
  readonly value?: string;
  readonly children: ReactNode;
}

/** Ignores clicks while a submission is in progress. */
export function SubmitButton({ kind = 'primary', className = '', name, value, children }: SubmitButtonProps) {
  const { pending, state } = useForm();
  // The action may already have happened, so the form must not be submitted again.
  if (state.failure?.kind === 'unknown') return null;
  return (
    <button
      type="submit"
      name={name}
      value={value}
      aria-disabled={pending || undefined}
      onClick={(event) => pending && event.preventDefault()}
      className={buttonClass(kind, className)}
    >
      {children}
      <span role="status" className="sr-only">
        {pending && 'Please wait'}
      </span>
      {pending && <span aria-hidden="true" className="spinner" />}
    </button>
  );
}
