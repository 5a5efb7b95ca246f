'use client';

import { type ReactNode, useId, useRef } from 'react';
import { type ButtonKind, buttonClass } from '../ui/button.ts';

interface ConfirmProps {
  /** The page that asks the same question without JavaScript. */
  readonly href: string;
  readonly label: string;
  readonly kind?: ButtonKind;
  readonly className?: string;
  readonly question: string;
  /** What leaves everything as it is. */
  readonly dismiss: string;
  /** The form that does it. */
  readonly children: ReactNode;
}

/** A button for what can't be taken back: it asks first, in a dialog, or on a page of its own without JavaScript. */
export function Confirm({ href, label, kind, className = '', question, dismiss, children }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  return (
    <>
      <form
        action={href}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          dialog.current?.showModal();
        }}
      >
        <button type="submit" aria-haspopup="dialog" className={buttonClass(kind, 'w-full')}>
          {label}
        </button>
      </form>
      <dialog
        ref={dialog}
        aria-labelledby={title}
        className="w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-card p-5 text-left text-ink shadow-over"
      >
        <h2 id={title} className="mb-2 font-serif text-lg font-semibold">
          {question}
        </h2>
        {children}
        <form method="dialog" className="mt-2">
          <button type="submit" className={buttonClass('quiet', 'w-full')}>
            {dismiss}
          </button>
        </form>
      </dialog>
    </>
  );
}
