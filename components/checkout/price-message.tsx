'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Note } from '#components/ui/note.tsx';
import { AMOUNT_NAMES } from '#lib/format/failure.ts';

interface PriceMessageProps {
  /** A sentence that names the action that didn't happen, such as "Nothing was paid." */
  readonly outcome: string;
  /** How to accept the new price, such as "pay again". */
  readonly retry: string;
}

/**
 * Shows the form's message. After a price change, the message includes the old and new amounts. The page
 * already shows the current order.
 */
export function PriceMessage({ outcome, retry }: PriceMessageProps) {
  const { failure } = useForm().state;
  if (failure?.kind !== 'price_changed') return <FormMessage />;
  return (
    <div role="alert">
      <Note tone="amber" title="The price has changed">
        {AMOUNT_NAMES[failure.amount]} changed from <s className="text-muted">{failure.seen}</s> to{' '}
        <strong>{failure.now}</strong>. {outcome} To accept the new price, {retry}.
      </Note>
    </div>
  );
}
