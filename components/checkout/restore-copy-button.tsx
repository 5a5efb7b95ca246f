'use client';

import type { MouseEvent, ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { useChoices } from './checkout-choices.ts';
import { SENDER_COPY_FORM_ID } from './sender-copy-form.ts';

interface RestoreCopyButtonProps {
  readonly savedCopy: boolean;
  readonly children: ReactNode;
}

/**
 * Sets the option for the sender's copy to the campaign's own setting. Without JavaScript, the button submits
 * a GET form.
 */
export function RestoreCopyButton({ savedCopy, children }: RestoreCopyButtonProps) {
  const { setSenderCopy } = useChoices();
  const restore = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    // This button disappears, so focus moves to the setting that it changes.
    document.querySelector<HTMLElement>('input[type="checkbox"][name="sender_copy"]')?.focus();
    setSenderCopy?.(savedCopy);
  };
  return (
    <button
      type="submit"
      form={SENDER_COPY_FORM_ID}
      name="sender_copy"
      value={savedCopy ? 'yes' : 'no'}
      onClick={restore}
      className={buttonClass('plain', 'mt-2')}
    >
      {children}
    </button>
  );
}
