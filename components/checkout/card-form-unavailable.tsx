import { Note } from '#components/ui/note.tsx';

/** Shown instead of the card form if the form's script can't be loaded. */
export function CardFormMissing() {
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
