import type { ReactNode } from 'react';
import type { CardEntry } from '#lib/data/card-entry.ts';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';
import { MethodOption } from './method-option.tsx';

interface PaymentMethodsProps {
  /** How the member enters a card. If undefined, the payment page is the only method. */
  readonly cardEntry: CardEntry | undefined;
  /**
   * A note about the payment run that will schedule the draft once someone pays through a payment link.
   * Undefined if no run schedules the draft.
   */
  readonly runNote: ReactNode;
}

const LINK_TITLE = 'Pay on a separate page';
const LINK_TEXT =
  'After you pay on the payment page, you’ll come back here to choose a send date. Payment alone doesn’t schedule the campaign.';

const RUN_LINK_TEXT = 'After you pay on the payment page, the payment run schedules the campaign.';

/** The ways to pay. The card form requires JavaScript, so without JavaScript, a sentence replaces that option. */
export function PaymentMethods({ cardEntry, runNote }: PaymentMethodsProps) {
  const linkText = runNote === undefined ? LINK_TEXT : RUN_LINK_TEXT;
  if (cardEntry === undefined) {
    return (
      <>
        <input type="hidden" name="payment_method" value="link" />
        <p>{LINK_TITLE}</p>
        <p className="text-sm text-muted">{linkText}</p>
        {runNote}
      </>
    );
  }
  const needsScript = cardEntry.kind === 'form';
  return (
    <>
      <MethodOption value="link" title={LINK_TITLE}>
        {linkText}
      </MethodOption>
      {runNote}
      <div className={needsScript ? 'scriptless:hidden' : ''}>
        <MethodOption value="card" title="Pay by card and schedule">
          Production starts in {DEFAULT_SEND_DELAY} or on a date you choose. We’ll email you the invoice.
        </MethodOption>
      </div>
      {needsScript && (
        <p className="mt-1.5 text-sm text-muted scripted:hidden">
          To pay by card on this page, turn on JavaScript.
        </p>
      )}
    </>
  );
}
