import { Note } from '#components/ui/note.tsx';

/** The message if the member pays before the card form is ready. */
export const CARD_FORM_NOT_READY = 'The card form isn’t ready yet. Try again in a moment.';

/** Shown if the card form, or the script that shows it, can't be loaded. */
export default function CardFormUnavailable() {
  return (
    <Note tone="amber" title="The card form isn’t available">
      Reload the page, or pay on a separate page.
    </Note>
  );
}
