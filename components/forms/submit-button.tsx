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

/** A submit button that ignores clicks while a submission is in progress. */
export function SubmitButton({ kind = 'primary', ...button }: SubmitButtonProps) {
  const { pending, pressed, state } = useForm();
  // The action may already have succeeded, so the user must not submit the form again.
  if (state.failure?.kind === 'unknown') return null;
  // Only the pressed button says that it is busy. Otherwise, screen readers would announce every button as
  // busy.
  const { name = '', value = '' } = button;
  const isPressed = pressed === null || (pressed.name === name && pressed.value === value);
  return <BusyButton {...button} kind={kind} isBusy={pending} isPressed={isPressed} />;
}
