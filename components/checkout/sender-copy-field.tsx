'use client';

import { type ReactNode, useId } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/labeled-control.tsx';
import { useHydratedValue } from '#components/forms/use-hydrated-value.ts';
import { buttonClass } from '#components/ui/button.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { unitPrice } from '#lib/format/money.ts';

interface SenderCopyFieldProps {
  readonly checkout: Checkout;
  readonly checked: boolean;
  /** Undefined if the order can be paid for only with the campaign's own setting. */
  readonly onChange: ((checked: boolean) => void) | undefined;
  /** The id of the GET form that toggles the sender's copy without JavaScript. */
  readonly fallbackFormId: string;
}

/** The choice of a copy for the sender, or the campaign's own setting if there is no choice. */
export function SenderCopyField({ onChange, ...field }: SenderCopyFieldProps) {
  const id = useId();
  const error = useForm().state.fields?.sender_copy;
  return (
    <div className="mt-2.5">
      {onChange ? (
        <SenderCopyChoice
          {...field}
          onChange={onChange}
          invalid={error !== undefined}
          errorId={`${id}-error`}
        />
      ) : (
        <SavedSenderCopy checked={field.checked} />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** The payment page charges for what is saved with the campaign, and the interface has no way to change that. */
function SavedSenderCopy({ checked }: { checked: boolean }) {
  return (
    <>
      {checked && <input type="hidden" name="sender_copy" value="yes" />}
      <p>{describeCopy(checked)}</p>
      <p className="text-sm text-muted">This is set in the campaign. You can’t change it at checkout.</p>
    </>
  );
}

const describeCopy = (isIncluded: boolean): ReactNode =>
  isIncluded ? 'Includes a copy for the sender.' : 'No copy for the sender.';

interface SenderCopyChoiceProps extends SenderCopyFieldProps {
  readonly onChange: (checked: boolean) => void;
  readonly invalid: boolean;
  readonly errorId: string;
}

function SenderCopyChoice({
  checkout,
  checked,
  onChange,
  fallbackFormId,
  invalid,
  errorId,
}: SenderCopyChoiceProps) {
  const unit = unitPrice(checkout.with_sender.price_calculation);
  const cost = unit === undefined ? `new total ${checkout.with_sender.to_be_paid}` : `+ ${unit}`;
  const checkbox = useHydratedValue<HTMLInputElement>((input) => {
    if (input.checked !== checked) onChange(input.checked);
  });
  return (
    <>
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
        <span>
          Mail a copy to the sender <span className="whitespace-nowrap text-muted">({cost})</span>
        </span>
      </label>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 scripted:hidden">
        {describeCopy(checked)}
        <button
          type="submit"
          form={fallbackFormId}
          name="sender_copy"
          value={checked ? 'no' : 'yes'}
          className={buttonClass('plain', 'text-sm')}
        >
          {checked ? 'Remove copy' : `Mail a copy to the sender (${cost})`}
        </button>
      </p>
    </>
  );
}
