'use client';

import { Choice } from '#components/forms/choice.tsx';

export type PaymentMethod = 'link' | 'card';

interface WaysProps {
  readonly way: PaymentMethod;
  readonly onChoose: (way: PaymentMethod) => void;
  /** What the payment page would ask for, where that isn't what the order comes to. */
  readonly linkAsks: string | undefined;
}

export function PaymentMethods({ way, onChoose, linkAsks }: WaysProps) {
  return (
    <>
      <Choice
        name="way"
        value="link"
        chosen={way}
        onChoose={onChoose}
        disabled={linkAsks !== undefined}
        title="On the service’s payment page"
      >
        {linkAsks === undefined
          ? 'You come back here, then choose when it goes. Nothing is mailed until you send.'
          : `The payment page can’t change the copy to the sender: it would ask for ${linkAsks}.`}
      </Choice>
      <Choice name="way" value="card" chosen={way} onChoose={onChoose} title="By card, and send at once">
        Goes 15 minutes from now, or at a time you set. The invoice is mailed to you.
      </Choice>
    </>
  );
}
