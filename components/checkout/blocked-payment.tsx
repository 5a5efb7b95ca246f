import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import type { CardEntry } from '#lib/data/card-entry.ts';
import { findVariant, type OrderVariants } from './order-variant.tsx';
import { RestoreCopyButton } from './restore-copy-button.tsx';

interface BlockedPaymentProps {
  readonly orders: OrderVariants;
  /** The campaign's own setting for the sender's copy. */
  readonly savedCopy: boolean;
  readonly cardEntry: CardEntry | undefined;
}

/**
 * A disabled button, with the reason and a way to enable it: the payment page charges according to the campaign's setting
 * for the sender's copy, but the member chose the opposite setting.
 */
export function BlockedPayment({ orders, savedCopy, cardEntry }: BlockedPaymentProps) {
  const { payment, total } = findVariant(orders, savedCopy);
  return (
    <>
      <Note tone="amber" role="status" title="You can’t add or remove the sender’s copy on the payment page">
        <p>
          It uses the campaign’s setting, which is {savedCopy ? 'to mail a copy' : 'not to mail a copy'}
          {payment === 'due' ? `, and charges ${total}.` : '. With this setting, nothing is left to pay.'}
          {cardEntry !== undefined && (
            <span className={cardEntry.kind === 'form' ? 'scriptless:hidden' : ''}>
              {' '}
              To {savedCopy ? 'pay without the copy' : 'pay for the copy, too'}, pay by card.
            </span>
          )}
        </p>
        <RestoreCopyButton savedCopy={savedCopy}>
          {savedCopy ? 'Include the copy' : 'Remove the copy'}
        </RestoreCopyButton>
      </Note>
      <button type="button" disabled className={buttonClass('primary', 'py-2.75')}>
        Pay {findVariant(orders, !savedCopy).total}
      </button>
    </>
  );
}
