'use client';

import type { MouseEvent } from 'react';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import type { CardEntry } from '#lib/data/card-entry.ts';
import type { PaymentMethod } from './payment-methods.tsx';

interface PayButtonProps {
  /** The amount to pay. Undefined if credits cover the order. */
  readonly due: string | undefined;
  readonly method: PaymentMethod;
  readonly cardEntry: CardEntry | undefined;
}

/**
 * A button whose label includes the amount. If paying also schedules the campaign, the label also includes
 * "and schedule". Without JavaScript, CSS shows the matching label. If the browser doesn't support `:has()`,
 * the label always includes "and schedule".
 */
export function PayButton({ due, method, cardEntry }: PayButtonProps) {
  if (due === undefined)
    return <SubmitButton className="py-2.75">Pay with credits and schedule</SubmitButton>;
  return (
    <SubmitButton className="py-2.75">
      <span>
        Pay {due}
        {cardEntry !== undefined && (
          <span
            className={`group-has-[[value=link]:checked]/order:hidden ${method === 'card' ? '' : 'scripted:hidden'}`}
          >
            {' '}
            and schedule
          </span>
        )}
      </span>
    </SubmitButton>
  );
}

interface BlockedPayButtonProps {
  readonly due: string;
  /**
   * The campaign's own setting for the sender's copy, and the amount that the payment page charges. `due` is undefined
   * if the payment page charges nothing.
   */
  readonly saved: { readonly senderCopy: boolean; readonly due: string | undefined };
  readonly onRestore: () => void;
  /** The id of the GET form that toggles the sender's copy without JavaScript. */
  readonly fallbackFormId: string;
  readonly cardEntry: CardEntry | undefined;
}

/**
 * A disabled button, with the reason and a way to enable it: the payment page charges according to the campaign's setting
 * for the sender's copy, but the member chose the opposite setting.
 */
export function BlockedPayButton({
  due,
  saved,
  onRestore,
  fallbackFormId,
  cardEntry,
}: BlockedPayButtonProps) {
  const restore = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    // This button disappears, so focus moves to the setting that it changes.
    document.querySelector<HTMLElement>('input[type="checkbox"][name="sender_copy"]')?.focus();
    onRestore();
  };
  return (
    <>
      <Note tone="amber" role="status" title="The payment page can’t change the sender’s copy">
        <p>
          It uses the campaign’s setting, which is{' '}
          {saved.senderCopy ? 'to mail a copy' : 'not to mail a copy'}
          {saved.due === undefined
            ? '. With this setting, nothing is left to pay.'
            : `, and charges ${saved.due}.`}
          {cardEntry !== undefined && (
            <span className={cardEntry.kind === 'form' ? 'scriptless:hidden' : ''}>
              {' '}
              To {saved.senderCopy ? 'pay without the copy' : 'pay for the copy, too'}, pay by card.
            </span>
          )}
        </p>
        <button
          type="submit"
          form={fallbackFormId}
          name="sender_copy"
          value={saved.senderCopy ? 'yes' : 'no'}
          onClick={restore}
          className={buttonClass('plain', 'mt-2')}
        >
          {saved.senderCopy ? 'Include the copy' : 'Remove the copy'}
        </button>
      </Note>
      <button type="button" disabled className={buttonClass('primary', 'py-2.75')}>
        Pay {due}
      </button>
    </>
  );
}
