'use client';

import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import type { PrepareForm } from '#components/forms/use-kept-form.ts';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Checkout, PriceBlock } from '#lib/contract/resources.ts';
import type { CardEntry } from '#lib/data/card-entry.ts';
import { applicablePrice, ORDER_AMOUNTS, paymentStatus } from '#lib/domain/payment.ts';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';
import { OrderRows } from './order-rows.tsx';
import { PayAndSendFields } from './pay-and-send-fields.tsx';
import { BlockedPayButton, PayButton } from './pay-button.tsx';
import { type PaymentMethod, PaymentMethods } from './payment-methods.tsx';
import { PriceMessage } from './price-message.tsx';
import { SenderCopyField } from './sender-copy-field.tsx';

interface CheckoutFormProps {
  readonly campaignId: number;
  readonly checkout: Checkout;
  readonly senderCopy: boolean;
  readonly action: FormAction;
  /** How members can pay by card. Undefined if they can't. */
  readonly cardEntry: CardEntry | undefined;
  readonly sandbox: boolean;
  readonly email: string;
  readonly timeOptions: TimeFieldOptions;
  /** The time when the price was read, such as "10:57:03 AM EST". */
  readonly readAt: string;
  /** Says which payment run schedules the draft as soon as a payment link is paid. Undefined if none does. */
  readonly runNote: ReactNode;
  /** The mailpiece's thumbnail. */
  readonly children: ReactNode;
  /**
   * The thumbnail's captions, one for an order with the sender's copy and one for an order without the copy.
   */
  readonly captions: { readonly withSender: ReactNode; readonly withoutSender: ReactNode };
}

/** The checkout form, with the prices described in section 4.6 of the interface documentation. */
export function CheckoutForm({ campaignId, action, ...order }: CheckoutFormProps) {
  const senderCopyFormId = useId();
  const prepare = useRef<PrepareForm>(null);
  return (
    <>
      <form id={senderCopyFormId} action={`/campaigns/${campaignId}/checkout`} />
      <ActionForm
        action={action}
        hidden={{ id: campaignId }}
        prepare={prepare}
        className="group/order grid max-w-[1240px] grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5"
      >
        <CheckoutFormBody
          campaignId={campaignId}
          senderCopyFormId={senderCopyFormId}
          prepare={prepare}
          {...order}
        />
      </ActionForm>
    </>
  );
}

interface CheckoutFormBodyProps extends Omit<CheckoutFormProps, 'action'> {
  readonly senderCopyFormId: string;
  readonly prepare: RefObject<PrepareForm | null>;
}

/**
 * Checkout returns the prices with and without the sender's copy, so toggling the copy doesn't require a
 * request. The amount that a payment link charges depends on the sender's copy setting that is stored with
 * the campaign. The member can pay by link only with the stored setting.
 */
function CheckoutFormBody(props: CheckoutFormBodyProps) {
  const { campaignId, cardEntry, senderCopyFormId } = props;
  const { state } = useForm();
  // A background refresh must not change the price that the member is about to accept.
  // If the price has changed, the action asks the member to confirm the new price.
  const [shown, setShown] = useState(props);
  if (state.failure && shown !== props) setShown(props);
  const { checkout, readAt } = shown;
  const { senderCopy, setSenderCopy, method, setMethod } = useCheckoutChoices(props, checkout);
  const price = applicablePrice(checkout, senderCopy);
  const payment = paymentStatus(price);
  const isStoredChoice = senderCopy === checkout.send_copy_to_sender;
  const isPaid = payment === 'paid' && isStoredChoice;
  const isBlocked = payment === 'due' && method === 'link' && !isStoredChoice;
  return (
    <>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        {props.children}
        <p className="text-center text-sm text-muted">
          {senderCopy ? props.captions.withSender : props.captions.withoutSender}
        </p>
      </div>
      <div className="grid min-w-0 gap-4 wide:col-start-1 wide:row-span-2 wide:row-start-1">
        {ORDER_AMOUNTS.map((amount) => (
          <input key={amount} type="hidden" name={amount} value={price[amount]} />
        ))}
        <Panel title="Order">
          <OrderRows block={price} paidWithCredits={payment === 'credits'} />
          <SenderCopyField
            checkout={checkout}
            checked={senderCopy}
            onChange={setSenderCopy}
            fallbackFormId={senderCopyFormId}
          />
        </Panel>
        {payment === 'due' && (
          <Panel title="Payment method">
            <PaymentMethods
              method={method}
              onChoose={setMethod}
              cardEntry={cardEntry}
              runNote={props.runNote}
            />
            {cardEntry !== undefined && (
              <div className={`mt-3 sm:pl-6.5 ${CARD_FIELDS_CLASS[cardEntry.kind][method]}`}>
                <PayAndSendFields {...props} isOpen={method === 'card'} />
              </div>
            )}
          </Panel>
        )}
        {payment !== 'due' && !isPaid && (
          <Panel title="Schedule">
            <p className="mb-3 text-muted">
              Production starts in {DEFAULT_SEND_DELAY} unless you choose a date.
            </p>
            <input type="hidden" name="payment_method" value="credits" />
            <PayAndSendFields {...props} cardEntry={undefined} isOpen />
          </Panel>
        )}
      </div>
      <div className="grid min-w-0 gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        <PriceMessage outcome="No payment was made." retry="try again" />
        {isPaid ? (
          <PageLink href={`/campaigns/${campaignId}/send`} className={buttonClass('primary', 'py-2.75')}>
            Choose send date
          </PageLink>
        ) : isBlocked ? (
          <BlockedPayButton
            due={price.to_be_paid}
            saved={{ senderCopy: !senderCopy, due: amountDue(applicablePrice(checkout)) }}
            onRestore={() => setSenderCopy?.(!senderCopy)}
            fallbackFormId={senderCopyFormId}
            cardEntry={cardEntry}
          />
        ) : (
          <PayButton due={amountDue(price)} method={method} cardEntry={cardEntry} />
        )}
        <Note>
          Price as of {readAt}. If the price changes before you pay, we’ll ask you to confirm the new price.
        </Note>
      </div>
    </>
  );
}

const amountDue = (price: PriceBlock): string | undefined =>
  paymentStatus(price) === 'due' ? price.to_be_paid : undefined;

/**
 * Returns the member's choices, limited to what is possible. Without a way to pay by card, the member can change the
 * sender's copy only if nothing is due after the change, because the payment page is then the only way to pay.
 */
function useCheckoutChoices(
  { cardEntry, senderCopy: initialCopy }: CheckoutFormBodyProps,
  checkout: Checkout,
) {
  // A rejected form returns the submitted values. An unchecked box has no submitted value.
  const { values: typed } = useForm().state;
  const saved = checkout.send_copy_to_sender;
  const [copy, setCopy] = useState(typed ? typed.sender_copy === 'yes' : initialCopy);
  // Without JavaScript, the page can't switch methods, so it starts with one that works.
  const mustUseToken = cardEntry?.kind === 'token' && copy !== saved;
  const [method, setMethod] = useState<PaymentMethod>(
    typed?.payment_method === 'card' || mustUseToken ? 'card' : 'link',
  );
  const canChangeCopy = cardEntry !== undefined || paymentStatus(applicablePrice(checkout, !saved)) !== 'due';
  return {
    senderCopy: canChangeCopy ? copy : saved,
    setSenderCopy: canChangeCopy ? setCopy : undefined,
    method: cardEntry === undefined ? ('link' as const) : method,
    setMethod,
  };
}

/**
 * Classes that control when the card fields are visible. The card form requires JavaScript, but a token field doesn't.
 */
const CARD_FIELDS_CLASS = {
  form: { card: 'scriptless:hidden', link: 'hidden' },
  token: { card: '', link: 'scripted:hidden' },
} as const;

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
      <h2 className="mb-3">{title}</h2>
      {children}
    </section>
  );
}
