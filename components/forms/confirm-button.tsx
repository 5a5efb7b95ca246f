'use client';

import type { ReactNode } from 'react';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';

interface ConfirmButtonProps {
  /** The page that asks the same question without JavaScript. */
  readonly href: string;
  /** The id of the dialog that asks it with. */
  readonly dialogId: string;
  readonly kind: ButtonKind;
  readonly children: ReactNode;
}

/** A button for what can't be taken back: it only asks. */
export function ConfirmButton({ href, dialogId: dialog, kind, children }: ConfirmButtonProps) {
  return (
    <form
      action={href}
      onSubmit={(event) => {
        const asks = document.getElementById(dialog);
        if (!(asks instanceof HTMLDialogElement)) return;
        event.preventDefault();
        asks.showModal();
      }}
    >
      <button type="submit" aria-haspopup="dialog" className={buttonClass(kind, 'w-full')}>
        {children}
      </button>
    </form>
  );
}
