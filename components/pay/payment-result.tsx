import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { Message } from '#components/ui/message.tsx';
import type { ReturnedPayment } from '#lib/data/payment-return.ts';
import { formatClock } from '#lib/format/dates.ts';
import { pieces } from '#lib/format/size.ts';

interface View {
  readonly icon: IconName;
  readonly tone: 'green' | 'amber';
  readonly title: string;
  readonly text: ReactNode;
  readonly facts?: readonly Fact[];
  /** What a member can do next. Who has no session is shown this one payment and nothing else. */
  readonly next?: { readonly label: string; readonly path: string };
  readonly mayChange?: true;
}

interface PaymentResultProps {
  readonly payment: ReturnedPayment;
  readonly zone: string;
  /** Where this page is looked at again. */
  readonly here: string;
}

export function PaymentResult({ payment, zone, here }: PaymentResultProps) {
  const { icon, tone, title, text, facts, next, mayChange } = viewOf(payment, zone);
  const { campaignId, signedIn, mayAct } = payment;
  return (
    <div role="status">
      <Message icon={icon} tone={tone} title={title}>
        <p>{text}</p>
        {facts !== undefined && <Facts facts={facts} className="my-4.5 text-left text-ink" />}
        {next !== undefined && (mayAct || (signedIn && next.path === '')) && (
          <a
            href={`/campaigns/${campaignId}${next.path}`}
            className={buttonClass('primary', 'mt-4.5 w-full py-2.75')}
          >
            {next.label}
          </a>
        )}
        {mayChange && (
          <a href={here} className={buttonClass('plain', 'mt-2.5 w-full py-2.75')}>
            Look again
          </a>
        )}
        {!signedIn && !mayChange && <p className="mt-4.5 text-sm">You can close this page.</p>}
      </Message>
    </div>
  );
}

const AFTER_PAYING: Readonly<Record<ReturnedPayment['next'], NonNullable<View['next']>>> = {
  send: { label: 'Choose when it goes', path: '/send' },
  pay: { label: 'Pay what is left', path: '/checkout' },
  look: { label: 'Go to the campaign', path: '' },
};

function viewOf(payment: ReturnedPayment, zone: string): View {
  const { paid, left, at, size } = payment;
  const what = `“${payment.title}”, ${pieces(payment.pieces, size)}`;
  const read = formatClock(at, zone);
  switch (payment.state) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'green',
        title: paid === '' ? 'Paid' : `Paid ${paid}`,
        text: `The service confirms payment for ${what}.${payment.next === 'look' ? '' : ' It hasn’t been sent yet.'}`,
        facts: [
          ['Confirmed', read],
          ['Left to pay', left],
        ],
        next: AFTER_PAYING[payment.next],
      };
    case 'confirming':
      return {
        icon: 'clock',
        tone: 'amber',
        title: 'Still being confirmed',
        text: `The service doesn’t show the payment of ${paid} for ${what} yet. This usually takes a few seconds.`,
        facts: [['Last looked', read]],
        mayChange: true,
      };
    case 'not_paid':
      return {
        icon: 'cross',
        tone: 'amber',
        title: 'Not paid',
        text: `The service knows of no payment for ${what}. If you did pay, don’t pay again: look again in a while.`,
        facts: [
          ['Left to pay', left],
          ['Last looked', read],
        ],
        next: { label: 'Back to checkout', path: '/checkout' },
        mayChange: true,
      };
    case 'credits':
      return {
        icon: 'credit',
        tone: 'green',
        title: 'Covered by credits',
        text: `Nothing is left to pay for ${what}: the customer’s credits cover it. It hasn’t been sent yet.`,
        facts: [['Left to pay', left]],
        next: { label: 'Go to checkout', path: '/checkout' },
      };
    case 'already_sent':
      return {
        icon: 'plane',
        tone: 'green',
        title: 'Sent already',
        text: `There is nothing left to pay: ${what} has been sent.`,
        next: { label: 'Go to the campaign', path: '' },
      };
    case 'unreachable':
      return {
        icon: 'plug',
        tone: 'amber',
        title: 'The service can’t be asked just now',
        text: `Whether “${payment.title}” is paid isn’t known at the moment. If you paid, that stands: don’t pay again.`,
        mayChange: true,
      };
    case 'gone':
      return {
        icon: 'cross',
        tone: 'amber',
        title: 'The campaign is gone',
        text: `“${payment.title}” was deleted after this payment was begun. What becomes of anything that was paid for it, the service knows: ask whoever sent you the link.`,
      };
  }
}
