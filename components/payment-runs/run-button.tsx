'use client';

import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { ButtonKind } from '#components/ui/button.ts';

interface RunButtonProps {
  readonly action: FormAction;
  /** The hidden fields' values, by field name. */
  readonly hidden: Readonly<Record<string, number>>;
  readonly kind?: ButtonKind;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button that changes a payment run, and the message that appears if the change fails. */
export function RunButton({ action, hidden, kind = 'plain', className = '', children }: RunButtonProps) {
  return (
    <ActionForm action={action} hidden={hidden} className="grid gap-2">
      <FormMessage />
      <SubmitButton kind={kind} className={className}>
        {children}
      </SubmitButton>
    </ActionForm>
  );
}
