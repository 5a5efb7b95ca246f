'use client';

import { type ReactNode, useId, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Checkout } from '#lib/contract/resources.ts';
import { AMOUNTS, applicablePrice, paymentStatus } from '#lib/domain/payment.ts';
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
  readonly frame: TimeFieldOptions;
  /** "10:57:03 EST": when the price was read. */
  readonly readAt: string;
  /** What is paid for: its picture, and what it is with and without the sender's copy. */
  readonly children: ReactNode;
  readonly captions: { readonly withSender: ReactNode; readonly withoutSender: ReactNode };
}

/** Checkout after part 4.6, as one form. */
export function CheckoutForm({ campaignId, action, ...order }: CheckoutFormProps) {
  const copyForm = useId();
  return (
    <>
      <form id={copyForm} action={`/campaigns/${campaignId}/checkout`} />
      <ActionForm
        action={action}
        hidden={{ id: campaignId }}
        className="group/order grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5"
      >
        <CheckoutFormBody campaignId={campaignId} copyForm={copyForm} {...order} />
      </ActionForm>
    </>
  );
}

/**
 * The picture, the order, and right below it the button; where there is room the picture and the button stand beside.
 * Both blocks are at hand, so the sender's copy switches in place. The pay operation has no such choice: its link asks
 * for what is stored with the campaign, so it is offered for that alone.
 */
function CheckoutFormBody(props: Omit<CheckoutFormProps, 'action'> & { readonly copyForm: string }) {
  const { campaignId } = props;
  const { state } = useForm();
  const typed = state.values;
  // What somebody is about to agree to doesn't change under their hand when the page is read again behind their back;
  // the action finds the difference and asks.
  const [seen, setSeen] = useState(props);
  if (state.failure && seen !== props) setSeen(props);
  const { checkout, readAt } = seen;
  // A refused form brings back what was chosen, and there an empty box is no field at all.
  const [senderCopy, setSenderCopy] = useState(typed ? typed.sender_copy === 'yes' : props.senderCopy);
  const [wish, setWay] = useState<PaymentMethod>(typed?.way === 'card' ? 'card' : 'link');
  const block = applicablePrice(checkout, senderCopy);
  const payment = paymentStatus(block);
  const linkFits = senderCopy === checkout.send_copy_to_sender;
  const way = payment === 'due' && linkFits ? wish : 'card';
  const isPaid = payment === 'paid' && linkFits;
  return (
    <>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        {props.children}
        <p className="text-center text-sm text-muted">
          {senderCopy ? props.captions.withSender : props.captions.withoutSender}
        </p>
      </div>
      <div className="grid min-w-0 gap-4 wide:col-start-1 wide:row-span-2 wide:row-start-1">
        {AMOUNTS.map((amount) => (
          <input key={amount} type="hidden" name={amount} value={block[amount]} />
        ))}
        <Panel title="Order">
          <OrderRows block={block} paidWithCredits={payment === 'credits'} />
          <SenderCopyField
            checkout={checkout}
            checked={senderCopy}
            onChange={setSenderCopy}
            formId={props.copyForm}
          />
        </Panel>
        {payment === 'due' && (
          <Panel title="Payment method">
            <PaymentMethods
              way={way}
              onChoose={setWay}
              linkAsks={linkFits ? undefined : applicablePrice(checkout).to_be_paid}
            />
            <div className={`mt-3 pl-6.5 ${way === 'card' ? '' : 'scripted:hidden'}`}>
              <PayAndSendFields withCard {...props} />
            </div>
          </Panel>
        )}
        {payment !== 'due' && !isPaid && (
          <Panel title="Schedule">
            {' '}
            <p className="mb-3 text-muted">Goes to production in 15 minutes unless you choose a date.</p>
            <input type="hidden" name="way" value="credits" />
            <PayAndSendFields withCard={false} {...props} />
          </Panel>
        )}
      </div>
      <div className="grid min-w-0 gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        <PriceMessage nothing="Nothing was paid." again="pay again" />
        {isPaid ? (
          <PageLink href={`/campaigns/${campaignId}/send`} className={buttonClass('primary', 'py-2.75')}>
            Choose send date
          </PageLink>
        ) : (
          <PayButton due={payment === 'due' ? block.to_be_paid : undefined} way={way} />
        )}
        <Note>Price as of {readAt}. If it changes before you pay, we’ll ask you to confirm.</Note>
      </div>
    </>
  );
}

/**
 * Says exactly what is paid, and whether it is sent with it. Without JavaScript the style sheet follows the way chosen;
 * a browser that can't promises sending rather than keep it quiet.
 */
function PayButton({ due, way }: { due: string | undefined; way: PaymentMethod }) {
  if (due === undefined)
    return <SubmitButton className="py-2.75">Pay with credits and schedule</SubmitButton>;
  return (
    <SubmitButton className="py-2.75">
      <span>
        Pay {due}
        <span
          className={`group-has-[[value=link]:checked]/order:hidden ${way === 'card' ? '' : 'scripted:hidden'}`}
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
