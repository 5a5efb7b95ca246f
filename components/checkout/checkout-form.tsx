'use client';

import { type ReactNode, useId, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Checkout } from '#lib/contract/resources.ts';
import { applicablePrice, ORDER_AMOUNTS, paymentStatus } from '#lib/domain/payment.ts';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';
import { OrderRows } from './order-rows.tsx';
import { PayAndSendFields } from './pay-and-send-fields.tsx';
import { type PaymentMethod, PaymentMethods } from './payment-methods.tsx';
import { PriceMessage } from './price-message.tsx';
import { SenderCopyField } from './sender-copy-field.tsx';

interface CheckoutFormProps {
  readonly campaignId: number;
  readonly checkout: Checkout;
  readonly senderCopy: boolean;
  readonly action: FormAction;
  readonly sandbox: boolean;
  readonly email: string;
  readonly timeOptions: TimeFieldOptions;
  /** The time when the price was read, such as "10:57:03 AM EST". */
  readonly readAt: string;
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
  return (
    <>
      <form id={senderCopyFormId} action={`/campaigns/${campaignId}/checkout`} />
      <ActionForm
        action={action}
        hidden={{ id: campaignId }}
        className="group/order grid max-w-[1240px] grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5"
      >
        <CheckoutFormBody campaignId={campaignId} senderCopyFormId={senderCopyFormId} {...order} />
      </ActionForm>
    </>
  );
}

/**
 * Checkout returns the prices with and without the sender's copy, so toggling the copy doesn't require a
 * request. The amount that a payment link charges depends on the sender's copy setting that is stored with
 * the campaign. The form offers the link only if the member's choice matches the stored setting.
 */
function CheckoutFormBody(props: Omit<CheckoutFormProps, 'action'> & { readonly senderCopyFormId: string }) {
  const { campaignId } = props;
  const { state } = useForm();
  const typed = state.values;
  // A background refresh must not change the price that the member is about to accept.
  // If the price has changed, the action asks the member to confirm the new price.
  const [shown, setShown] = useState(props);
  if (state.failure && shown !== props) setShown(props);
  const { checkout, readAt } = shown;
  // A rejected form returns the submitted values. An unchecked box has no submitted value.
  const [senderCopy, setSenderCopy] = useState(typed ? typed.sender_copy === 'yes' : props.senderCopy);
  const [chosenMethod, setChosenMethod] = useState<PaymentMethod>(
    typed?.payment_method === 'card' ? 'card' : 'link',
  );
  const price = applicablePrice(checkout, senderCopy);
  const payment = paymentStatus(price);
  const isStoredChoice = senderCopy === checkout.send_copy_to_sender;
  const method = payment === 'due' && isStoredChoice ? chosenMethod : 'card';
  const isPaid = payment === 'paid' && isStoredChoice;
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
            fallbackFormId={props.senderCopyFormId}
          />
        </Panel>
        {payment === 'due' && (
          <Panel title="Payment method">
            <PaymentMethods
              method={method}
              onChoose={setChosenMethod}
              linkAmount={isStoredChoice ? undefined : applicablePrice(checkout).to_be_paid}
            />
            <div className={`mt-3 pl-6.5 ${method === 'card' ? '' : 'scripted:hidden'}`}>
              <PayAndSendFields withCard {...props} />
            </div>
          </Panel>
        )}
        {payment !== 'due' && !isPaid && (
          <Panel title="Schedule">
            <p className="mb-3 text-muted">
              Production starts in {DEFAULT_SEND_DELAY} unless you choose a date.
            </p>
            <input type="hidden" name="payment_method" value="credits" />
            <PayAndSendFields withCard={false} {...props} />
          </Panel>
        )}
      </div>
      <div className="grid min-w-0 gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        <PriceMessage outcome="No payment was made." retry="try again" />
        {isPaid ? (
          <PageLink href={`/campaigns/${campaignId}/send`} className={buttonClass('primary', 'py-2.75')}>
            Choose send date
          </PageLink>
        ) : (
          <PayButton due={payment === 'due' ? price.to_be_paid : undefined} method={method} />
        )}
        <Note>
          Price as of {readAt}. If the price changes before you pay, we’ll ask you to confirm the new price.
        </Note>
      </div>
    </>
  );
}

/**
 * A button whose label includes the amount. If paying also schedules the campaign, the label also includes
 * "and schedule". Without JavaScript, CSS shows the matching label. If the browser doesn't support `:has()`,
 * the label always includes "and schedule".
 */
function PayButton({ due, method }: { due: string | undefined; method: PaymentMethod }) {
  if (due === undefined)
    return <SubmitButton className="py-2.75">Pay with credits and schedule</SubmitButton>;
  return (
    <SubmitButton className="py-2.75">
      <span>
        Pay {due}
        <span
          className={`group-has-[[value=link]:checked]/order:hidden ${method === 'card' ? '' : 'scripted:hidden'}`}
        >
          {' '}
          and schedule
        </span>
      </span>
    </SubmitButton>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
      <h2 className="mb-3">{title}</h2>
      {children}
    </section>
  );
}
