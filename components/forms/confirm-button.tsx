'use client';

import type { ReactNode } from 'react';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';

interface ConfirmButtonProps {
  /** The URL of the confirmation page for browsers without JavaScript. */
  readonly href: string;
  /** The id of the `ConfirmDialog` to open. */
  readonly dialogId: string;
  readonly kind: ButtonKind;
  readonly children: ReactNode;
}

/** A button that opens a confirmation dialog. Without JavaScript, the button opens a confirmation page. */
export function ConfirmButton({ href, dialogId, kind, children }: ConfirmButtonProps) {
  return (
    <form
      action={href}
      onSubmit={(event) => {
        const dialog = document.getElementById(dialogId);
        if (!(dialog instanceof HTMLDialogElement)) return;
        event.preventDefault();
        dialog.showModal();
      }}
    >
      <button type="submit" aria-haspopup="dialog" className={buttonClass(kind, 'w-full')}>
        {children}
      </button>
    </form>
  );
}
