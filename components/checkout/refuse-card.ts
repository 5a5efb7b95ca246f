import type { PrepareForm } from '#components/forms/use-kept-form.ts';

/** The message if the member tries to pay before the card form is ready. */
export const CARD_FORM_NOT_READY = 'The card form isn’t ready yet. Try again in a moment.';

/** The message if the member tries to pay even though the card form couldn't be loaded. */
export const CARD_FORM_UNAVAILABLE =
  'The card form couldn’t be loaded, so no payment was made. Choose “Pay on a separate page”, or reload the page.';

/** Refuses a card payment, and shows a message beside the button. */
export const refuseCard =
  (message: string): PrepareForm =>
  async (form) =>
    form.get('payment_method') === 'card' ? { message } : undefined;
