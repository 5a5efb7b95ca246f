'use client';

import type { ReactNode } from 'react';
import type { ButtonKind } from '#components/ui/button.ts';
import { useForm } from './action-form.tsx';
import { BusyButton } from './busy-button.tsx';

interface SubmitButtonProps {
  readonly kind?: ButtonKind;
  readonly className?: string;
  /** The name of a form field that is submitted only if the user presses this button. */
  readonly name?: string;
  readonly value?: string;
  /** The form's id, if the button isn't inside the form. */
  readonly form?: string;
  readonly children: ReactNode;
}

/**
 * While the page shows a value to copy, such as a new token, copying the value is the next step, so the
 * page's primary button looks plain.
 */
const PLAIN_WHILE_COPYING =
  'copying:border-edge/60 copying:bg-card copying:text-ink copying:hover:border-edge copying:hover:bg-rail';

/** A submit button that ignores clicks while a submission is in progress. */
export function SubmitButton({ kind = 'primary', className = '', ...button }: SubmitButtonProps) {
  const { pending, pressed, state } = useForm();
  // The action may already have succeeded, so the user must not submit the form again.
  if (state.failure?.kind === 'unknown') return null;
  const classes = kind === 'primary' ? `${className} ${PLAIN_WHILE_COPYING}` : className;
  // Only the pressed button says that it is busy. Otherwise, screen readers would hear it from each button.
  const { name = '', value = '' } = button;
  const isPressed = pressed === null || (pressed.name === name && pressed.value === value);
  return <BusyButton {...button} kind={kind} className={classes} isBusy={pending} isPressed={isPressed} />;
}
