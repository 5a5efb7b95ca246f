'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Note } from '#components/ui/note.tsx';
import type { AMOUNT_NAMES } from '#lib/format/money.ts';

interface PriceMessageProps {
  /** A statement that the action had no effect, such as "No payment was made." */
  readonly outcome: string;
  /** An instruction for accepting the new price, such as "try again". */
  readonly retry: string;
  /** Passed as a prop, so that scripts don't contain the names. */
  readonly amountNames: typeof AMOUNT_NAMES;
}

/**
 * Shows the form's message. After a price change, the message includes the old and new amounts. When the
 * message appears, the order on the page already shows the new amounts.
 */
export function PriceMessage({ outcome, retry, amountNames }: PriceMessageProps) {
  const { failure } = useForm().state;
  if (failure?.kind !== 'price_changed') return <FormMessage />;
  return (
    <div role="alert">
      <Note tone="amber" title="The price has changed">
        {amountNames[failure.amount]} changed from <s className="text-muted">{failure.seen}</s> to{' '}
        <strong>{failure.now}</strong>. {outcome} To accept the new price, {retry}.
      </Note>
    </div>
  );
}
