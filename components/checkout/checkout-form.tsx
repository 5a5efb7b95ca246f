'use client';

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import type { PrepareForm } from '#components/forms/use-kept-form.ts';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import type { CardEntry } from '#lib/data/card-entry.ts';
import { CheckoutChoicesContext, useCheckoutChoices } from './checkout-choices.ts';
import { LateFields, type MissingFields, RenderedFields } from './late-fields.tsx';
import type { OrderVariants } from './order-variant.tsx';
import { PayButton } from './pay-button.tsx';
import { SenderCopyField } from './sender-copy-field.tsx';
import { SENDER_COPY_FORM_ID } from './sender-copy-form.ts';

interface CheckoutFormProps {
  readonly campaignId: number;
  readonly orders: OrderVariants;
  /** The setting for the sender's copy that is stored with the campaign. */
  readonly savedCopy: boolean;
  /** The setting that the page starts with. */
  readonly initialCopy: boolean;
  readonly action: FormAction;
  /** How members can pay by card. Undefined if they can't. */
  readonly cardEntry: CardEntry | undefined;
  readonly sandbox: boolean;
  readonly email: string;
  readonly timeOptions: TimeFieldOptions;
  /** Content that the server renders. */
  readonly content: {
    readonly thumbnail: ReactNode;
    /** The payment methods to choose from. */
    readonly methods: ReactNode;
    /** Chooses credits as the payment method, and says when production starts. */
    readonly credits: ReactNode;
    /** The label of the checkbox for the sender's copy. */
    readonly copyLabel: ReactNode;
    /** The campaign's own setting for the sender's copy. */
    readonly savedCopy: ReactNode;
    /** Replaces the card fields if their script can't be loaded. */
    readonly cardFormMissing: MissingFields;
    /** Replaces the button if the order is paid. */
    readonly sendLink: ReactNode;
    /**
     * Replaces the button if the payment page can't be used with the chosen setting for the sender's copy.
     */
    readonly blockedPayment: ReactNode;
    /** Shows the result of the last submission. */
    readonly message: ReactNode;
    /** Says when the price was read. */
    readonly priceNote: ReactNode;
  };
}

/** The checkout form, with the prices described in section 4.6 of the interface documentation. */
export function CheckoutForm({ campaignId, action, ...order }: CheckoutFormProps) {
  const prepare = useRef<PrepareForm>(null);
  return (
    <>
      <form id={SENDER_COPY_FORM_ID} action={`/campaigns/${campaignId}/checkout`} />
      <ActionForm
        action={action}
        hidden={{ id: campaignId }}
        prepare={prepare}
        className="group/order grid max-w-[1240px] grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:grid-rows-[auto_1fr] wide:gap-x-5.5"
      >
        <CheckoutFormBody prepare={prepare} {...order} />
      </ActionForm>
    </>
  );
}

interface CheckoutFormBodyProps extends Omit<CheckoutFormProps, 'campaignId' | 'action'> {
  readonly prepare: RefObject<PrepareForm | null>;
}

/**
 * Checkout returns the prices with and without the sender's copy, so toggling the copy doesn't require a
 * request. The amount that a payment link charges depends on the sender's copy setting that is stored with
 * the campaign. A member who pays by link can use only the stored setting.
 */
function CheckoutFormBody(props: CheckoutFormBodyProps) {
  const { cardEntry } = props;
  const { state } = useForm();
  // A background refresh must not change the price that the member is about to accept.
  // If the price has changed, the action asks the member to confirm the new price.
  const [shown, setShown] = useState(props);
  if (state.failure && shown !== props) setShown(props);
  const { orders, savedCopy, content } = shown;
  const choices = useCheckoutChoices({ ...props, orders, savedCopy });
  const { senderCopy, method } = choices;
  const { payment, total, rows, caption, copyFallback } = senderCopy
    ? orders.withSender
    : orders.withoutSender;
  const isStoredChoice = senderCopy === savedCopy;
  const isPaid = payment === 'paid' && isStoredChoice;
  // Fields that the page doesn't contain at first must not be lazy components: showing a lazy component for
  // the first time after the member presses a button would replace the page until the component is loaded.
  const [isInPage] = useState(payment === 'due' ? cardEntry?.kind === 'token' : !isPaid);
  const Fields = isInPage ? RenderedFields : LateFields;
  const isBlocked = payment === 'due' && method === 'link' && !isStoredChoice;
  return (
    <CheckoutChoicesContext value={choices}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        {content.thumbnail}
        <p className="text-center text-sm text-muted">{caption}</p>
      </div>
      <div className="grid min-w-0 gap-4 wide:col-start-1 wide:row-span-2 wide:row-start-1">
        <Panel title="Order">
          {rows}
          <SenderCopyField label={content.copyLabel} saved={content.savedCopy} fallback={copyFallback} />
        </Panel>
        {payment === 'due' && (
          <Panel title="Payment method">
            {content.methods}
            {cardEntry !== undefined && (
              <div className={`mt-3 sm:pl-6.5 ${CARD_FIELDS_CLASS[cardEntry.kind][method]}`}>
                <Fields {...props} isOpen={method === 'card'} missing={content.cardFormMissing} />
              </div>
            )}
          </Panel>
        )}
        {payment !== 'due' && !isPaid && (
          <Panel title="Schedule">
            {content.credits}
            <Fields {...props} cardEntry={undefined} isOpen missing={content.cardFormMissing} />
          </Panel>
        )}
      </div>
      <div className="grid min-w-0 gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card wide:col-start-2">
        {content.message}
        {isPaid ? (
          content.sendLink
        ) : isBlocked ? (
          content.blockedPayment
        ) : (
          <PayButton
            due={payment === 'due' ? total : undefined}
            method={method}
            canUseCard={cardEntry !== undefined}
          />
        )}
        {content.priceNote}
      </div>
    </CheckoutChoicesContext>
  );
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
