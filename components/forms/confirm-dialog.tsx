import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';

interface ConfirmDialogProps {
  readonly id: string;
  readonly title: string;
  /** What leaves everything as it is. */
  readonly cancelLabel: string;
  /** The form that does it. */
  readonly children: ReactNode;
}

/**
 * Asks before something is done. It lies apart from its button, so that an answer can still be read when the button
 * has gone meanwhile.
 */
export function ConfirmDialog({ id, title: question, cancelLabel: dismiss, children }: ConfirmDialogProps) {
  return (
    <dialog
      id={id}
      aria-labelledby={`${id}-question`}
      className="w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-card p-5 text-left text-ink shadow-over"
    >
      <h2 id={`${id}-question`} className="mb-2 font-serif text-lg font-semibold">
        {question}
      </h2>
      {children}
      <form method="dialog" className="mt-2">
        <button type="submit" className={buttonClass('quiet', 'w-full')}>
          {dismiss}
        </button>
      </form>
    </dialog>
  );
}
