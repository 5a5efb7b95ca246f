'use client';

import { AMOUNT_NAMES } from '#lib/format/failure.ts';
import { useForm } from '../forms/action-form.tsx';
import { FormMessage } from '../forms/form-message.tsx';
import { Note } from '../ui/note.tsx';

/** What came of paying. A changed price shows old and new; the order below is already the new one. */
export function CheckoutMessage() {
  const { failure } = useForm().state;
  if (failure?.kind !== 'price_changed') return <FormMessage />;
  return (
    <div role="alert">
      <Note tone="amber" title="The price has changed">
        {AMOUNT_NAMES[failure.amount]}: you saw <s className="text-muted">{failure.seen}</s>; now it is{' '}
        <strong>{failure.now}</strong>. Nothing was paid. If that is all right, pay again.
      </Note>
    </div>
  );
}
