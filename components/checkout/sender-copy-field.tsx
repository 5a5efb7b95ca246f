'use client';

import { useHydratedValue } from '#components/forms/use-hydrated-value.ts';
import { buttonClass } from '#components/ui/button.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { unitPrice } from '#lib/format/money.ts';

interface SenderCopyFieldProps {
  readonly checkout: Checkout;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The id of the GET form that toggles the sender's copy without JavaScript. */
  readonly fallbackFormId: string;
}

export function SenderCopyField({ checkout, checked, onChange, fallbackFormId }: SenderCopyFieldProps) {
  const unit = unitPrice(checkout.with_sender.price_calculation);
  const cost = unit === undefined ? `new total ${checkout.with_sender.to_be_paid}` : `+ ${unit}`;
  const checkbox = useHydratedValue<HTMLInputElement>((input) => {
    if (input.checked !== checked) onChange(input.checked);
  });
  return (
    <div className="mt-2.5">
      <label className="flex items-center gap-2.5 py-1 scriptless:hidden">
        <input
          ref={checkbox}
          type="checkbox"
          name="sender_copy"
          value="yes"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4"
        />
        <span>
          Mail a copy to the sender <span className="whitespace-nowrap text-muted">({cost})</span>
        </span>
      </label>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 scripted:hidden">
        {checked ? 'Includes a copy for the sender.' : 'No copy for the sender.'}
        <button
          type="submit"
          form={fallbackFormId}
          name="sender_copy"
          value={checked ? 'no' : 'yes'}
          className={buttonClass('plain', 'py-1 text-sm')}
        >
          {checked ? 'Remove copy' : `Mail a copy to the sender (${cost})`}
        </button>
      </p>
    </div>
  );
}
