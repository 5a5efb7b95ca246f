'use client';

import { RadioOption } from '#components/forms/choice.tsx';

export type PaymentMethod = 'link' | 'card';

interface PaymentMethodsProps {
  readonly way: PaymentMethod;
  readonly onChoose: (way: PaymentMethod) => void;
  /** What the payment page would ask for, where that isn't what the order comes to. */
  readonly linkAsks: string | undefined;
}

export function PaymentMethods({ way, onChoose, linkAsks }: PaymentMethodsProps) {
  return (
    <>
      <RadioOption
        name="way"
        value="link"
        selected={way}
        onSelect={onChoose}
        disabled={linkAsks !== undefined}
        title="Pay on the payment page"
      >
        {linkAsks === undefined
          ? 'You’ll come back here to choose a send date. Nothing is mailed until you send it.'
          : `The payment page can’t change the sender copy setting. It would charge ${linkAsks}.`}
      </RadioOption>
      <RadioOption
        name="way"
        value="card"
        selected={way}
        onSelect={onChoose}
        title="Pay by card and schedule"
      >
        Goes to production in 15 minutes or on a date you choose. We’ll email you the invoice.
      </RadioOption>
    </>
  );
}
