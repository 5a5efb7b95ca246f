'use client';

import { RadioOption } from '#components/forms/radio-option.tsx';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';

export type PaymentMethod = 'link' | 'card';

interface PaymentMethodsProps {
  readonly method: PaymentMethod;
  readonly onChoose: (method: PaymentMethod) => void;
  /** The amount that the payment page would charge, if it differs from the order total. */
  readonly linkAmount: string | undefined;
}

export function PaymentMethods({ method, onChoose, linkAmount }: PaymentMethodsProps) {
  return (
    <>
      <RadioOption
        name="payment_method"
        value="link"
        selected={method}
        onSelect={onChoose}
        disabled={linkAmount !== undefined}
        title="Pay on a separate page"
      >
        {linkAmount === undefined
          ? 'After you pay on the payment page, you’ll come back here to choose a send date. Payment alone doesn’t schedule the campaign.'
          : `Not available because you changed the “Mail a copy to the sender” setting. The payment page uses the saved setting and would charge ${linkAmount}.`}
      </RadioOption>
      <RadioOption
        name="payment_method"
        value="card"
        selected={method}
        onSelect={onChoose}
        title="Pay by card and schedule"
      >
        Production starts in {DEFAULT_SEND_DELAY} or on a date you choose. We’ll email you the invoice.
      </RadioOption>
    </>
  );
}
