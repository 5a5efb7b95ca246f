'use client';

import { type ReactNode, useId } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/field-error.tsx';
import { useHydratedValue } from '#components/forms/use-hydrated-value.ts';
import { useChoices } from './checkout-choices.ts';

interface SenderCopyFieldProps {
  /** The checkbox's label. */
  readonly label: ReactNode;
  /** The campaign's own setting. Shown if the member can't change the setting. */
  readonly saved: ReactNode;
  /** The choice for browsers without JavaScript. */
  readonly fallback: ReactNode;
}

/**
 * Lets the member add or remove the sender's copy, or shows the campaign's own setting if the member can't
 * change it.
 */
export function SenderCopyField({ label, saved, fallback }: SenderCopyFieldProps) {
  const id = useId();
  const { senderCopy, setSenderCopy } = useChoices();
  const error = useForm().state.fields?.sender_copy;
  return (
    <div className="mt-2.5">
      {setSenderCopy ? (
        <>
          <SenderCopyBox
            label={label}
            checked={senderCopy}
            onChange={setSenderCopy}
            invalid={error !== undefined}
            errorId={`${id}-error`}
          />
          {fallback}
        </>
      ) : (
        saved
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

interface SenderCopyBoxProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly invalid: boolean;
  readonly errorId: string;
}

function SenderCopyBox({ label, checked, onChange, invalid, errorId }: SenderCopyBoxProps) {
  const checkbox = useHydratedValue<HTMLInputElement>((input) => {
    if (input.checked !== checked) onChange(input.checked);
  });
  return (
    <label className="flex items-center gap-2.5 py-1 scriptless:hidden">
      <input
        ref={checkbox}
        type="checkbox"
        name="sender_copy"
        value="yes"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        className="size-4"
      />
      {label}
    </label>
  );
}
