import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';

interface ConfirmDialogProps {
  readonly id: string;
  readonly title: string;
  readonly cancelLabel: string;
  /** The form that submits the confirmed action. */
  readonly children: ReactNode;
}

/**
 * Asks the user to confirm an action. Rendering the dialog outside the button's component keeps the action's
 * result visible after the button disappears.
 */
export function ConfirmDialog({ id, title, cancelLabel, children }: ConfirmDialogProps) {
  return (
    <dialog
      id={id}
      aria-labelledby={`${id}-title`}
      className="w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-card p-5 text-left text-ink shadow-overlay"
    >
      <h2 id={`${id}-title`} className="mb-2 font-serif text-lg font-semibold">
        {title}
      </h2>
      {children}
      <form method="dialog" className="mt-2">
        <button type="submit" className={buttonClass('quiet', 'w-full')}>
          {cancelLabel}
        </button>
      </form>
    </dialog>
  );
}
