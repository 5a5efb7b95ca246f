import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { Message } from '#components/ui/message.tsx';
import type { ReturnedPayment } from '#lib/data/payment-return.ts';
import { type DateSettings, formatClock } from '#lib/format/dates.ts';
import { describeFailure } from '#lib/format/failure.ts';
import { formatPieces } from '#lib/format/size.ts';

interface ResultView {
  readonly icon: IconName;
  readonly tone: 'green' | 'amber';
  readonly title: string;
  readonly text: ReactNode;
  readonly facts?: readonly Fact[];
  /** The link to the next step, shown only to signed-in members. */
  readonly next?: { readonly label: string; readonly path: string };
  readonly canChange?: true;
}

interface PaymentResultProps {
  readonly payment: ReturnedPayment;
  readonly dateSettings: DateSettings;
  readonly recheckHref: string;
}

export function PaymentResult({ payment, dateSettings, recheckHref }: PaymentResultProps) {
  const { icon, tone, title, text, facts, next, canChange } = describeResult(payment, dateSettings);
  const { campaignId, isSignedIn, canPay } = payment;
  return (
    <div role="status">
      <Message icon={icon} tone={tone} title={title}>
        <p>{text}</p>
        {facts !== undefined && <Facts facts={facts} className="my-4.5 text-left text-ink" />}
        {next !== undefined && (canPay || (isSignedIn && next.path === '')) && (
          <a
            href={`/campaigns/${campaignId}${next.path}`}
            className={buttonClass('primary', 'mt-4.5 w-full py-2.75')}
          >
            {next.label}
          </a>
        )}
        {canChange && (
          <a href={recheckHref} className={buttonClass('plain', 'mt-2.5 w-full py-2.75')}>
            Check again
          </a>
        )}
        {!isSignedIn && !canChange && <p className="mt-4.5 text-sm">You can close this page.</p>}
      </Message>
    </div>
  );
}

const NEXT_LINKS: Readonly<Record<ReturnedPayment['next'], NonNullable<ResultView['next']>>> = {
  send: { label: 'Choose send date', path: '/send' },
  pay: { label: 'Pay remaining amount', path: '/checkout' },
  view: { label: 'Go to campaign', path: '' },
};

function describeResult(payment: ReturnedPayment, dateSettings: DateSettings): ResultView {
  const { paid, left, readAt, size } = payment;
  const description = `“${payment.title}” (${formatPieces(payment.mailpieces, size)})`;
  const checkedAt = formatClock(readAt, dateSettings);
  switch (payment.state) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'green',
        title: paid === '' ? 'Paid' : `Paid ${paid}`,
        text: `The mail service confirmed the payment for ${description}.${payment.next === 'view' ? '' : ' The campaign hasn’t been sent yet.'}`,
        facts: [
          ['Confirmed', checkedAt],
          ['Amount due', left],
        ],
        next: NEXT_LINKS[payment.next],
      };
    case 'confirming':
      return {
        icon: 'clock',
        tone: 'amber',
        title: 'Confirming payment…',
        text: `The mail service hasn’t confirmed your ${paid} payment for ${description} yet. Confirmation usually takes a few seconds.`,
        facts: [['Last checked', checkedAt]],
        canChange: true,
      };
    case 'not_paid':
      return {
        icon: 'cross',
        tone: 'amber',
        title: 'Not paid',
        text: `The mail service has no record of a payment for ${description}. If you paid, don’t pay again. Check again in a few minutes.`,
        facts: [
          ['Amount due', left],
          ['Last checked', checkedAt],
        ],
        next: { label: 'Back to checkout', path: '/checkout' },
        canChange: true,
      };
    case 'credits':
      return {
        icon: 'credit',
        tone: 'green',
        title: 'Covered by credits',
        text: `The customer’s credits cover the cost of ${description}. The campaign hasn’t been sent yet.`,
        facts: [['Amount due', left]],
        next: { label: 'Go to checkout', path: '/checkout' },
      };
    case 'already_sent':
      return {
        icon: 'plane',
        tone: 'green',
        title: 'Already sent',
        text: `There’s nothing left to pay. ${description} has already been scheduled or sent.`,
        next: { label: 'Go to campaign', path: '' },
      };
    case 'unreachable':
      return {
        icon: 'plug',
        tone: 'amber',
        title: describeFailure({ kind: 'unreachable' }).title,
        text: `We can’t check the payment status of “${payment.title}” right now. If you paid, your payment isn’t affected. Don’t pay again.`,
        canChange: true,
      };
    case 'gone':
      return {
        icon: 'cross',
        tone: 'amber',
        title: 'Campaign deleted',
        text: `“${payment.title}” was deleted after this payment was started. If you paid, the mail service decides what happens to your payment. For help, contact the person who sent you the link.`,
      };
  }
}
