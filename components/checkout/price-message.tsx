'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Note } from '#components/ui/note.tsx';
import { AMOUNT_NAMES } from '#lib/format/failure.ts';

interface PriceMessageProps {
  /** What did not happen, a sentence. */
  readonly nothing: string;
  /** What to do if the new price is all right: "pay again". */
  readonly again: string;
}

/** What came of agreeing to an order. A changed price shows old and new; the order on the page is already the new one. */
export function PriceMessage({ nothing, again }: PriceMessageProps) {
  const { failure } = useForm().state;
  if (failure?.kind !== 'price_changed') return <FormMessage />;
  return (
    <div role="alert">
      <Note tone="amber" title="The price has changed">
        {AMOUNT_NAMES[failure.amount]} changed from <s className="text-muted">{failure.seen}</s> to{' '}
        <strong>{failure.now}</strong>. {nothing} To accept the new price, {again}.
      </Note>
    </div>
  );
}
