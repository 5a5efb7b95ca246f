import { type RefObject, useEffect } from 'react';
import type { PrepareForm } from '#components/forms/use-kept-form.ts';
import { Note } from '#components/ui/note.tsx';

/** The message if the member pays before the card form is ready. */
export const CARD_FORM_NOT_READY = 'The card form isn’t ready yet. Try again in a moment.';

/** The message if the member pays although the card form couldn't be loaded. */
export const CARD_FORM_UNAVAILABLE =
  'The card form couldn’t be loaded, so no payment was made. Choose “Pay on a separate page”, or reload the page.';

/** Refuses to pay by card, with a message beside the button. */
export const refuseCard =
  (message: string): PrepareForm =>
  async (form) =>
    form.get('payment_method') === 'card' ? { message } : undefined;

/** Shown instead of the card form if the script that shows it can't be loaded. */
export default function CardFormMissing({ prepare }: { prepare: RefObject<PrepareForm | null> }) {
  useEffect(() => {
    prepare.current = refuseCard(CARD_FORM_UNAVAILABLE);
  }, [prepare]);
  return (
    <div role="status">
      <CardFormUnavailable />
    </div>
  );
}

export function CardFormUnavailable() {
  return (
    <Note tone="amber" title="The card form isn’t available">
      Reload the page, or pay on a separate page.
    </Note>
  );
}
