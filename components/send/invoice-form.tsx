'use client';

import { type ReactNode, useState } from 'react';
import { InvoiceRows } from '#components/checkout/order-rows.tsx';
import { PriceMessage } from '#components/checkout/price-message.tsx';
import { type FormAction, useForm } from '#components/forms/action-form.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { Note } from '#components/ui/note.tsx';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { BILLED_AMOUNTS, billedOnInvoice } from '#lib/domain/payment.ts';
import { SendForm } from './send-form.tsx';

interface InvoiceOrderProps {
  /**
   * The price with or without the sender's copy, depending on the setting that is saved with the campaign.
   * Members can't change the setting for a campaign that is billed on the monthly invoice.
   */
  readonly block: PriceBlock;
  /** The time when the price was read, such as "10:57:03 AM EST". */
  readonly readAt: string;
}

interface InvoiceFormProps extends InvoiceOrderProps {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly options: TimeFieldOptions;
  /** The member's email address. */
  readonly email: string;
  /** The mailpiece. */
  readonly children: ReactNode;
}

/**
 * A form for sending a campaign that is billed on the monthly invoice. Shows the order and the send time
 * options.
 */
export function InvoiceForm({ block, readAt, email, children, ...form }: InvoiceFormProps) {
  return (
    <SendForm
      {...form}
      header={<InvoiceOrder block={block} readAt={readAt} />}
      message={<PriceMessage outcome="Nothing was sent." retry="send the campaign again" />}
      footer={
        <Note>
          You’re sending as <bdi className="font-semibold">{email}</bdi>. Notifications go to this email
          address. Price as of {readAt}. If the price changes, we’ll ask you to confirm the new price.
        </Note>
      }
    >
      {children}
    </SendForm>
  );
}

/**
 * Keeps the price that the member is about to accept, even if a background refresh reads a new price. If the
 * price has changed, the action asks the member to confirm the new price.
 */
function InvoiceOrder(order: InvoiceOrderProps) {
  const { failure } = useForm().state;
  const [shown, setShown] = useState(order);
  if (failure && shown !== order) setShown(order);
  const { block } = shown;
  return (
    <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
      <h2 className="mb-3">Order</h2>
      {BILLED_AMOUNTS.map((amount) => (
        <input key={amount} type="hidden" name={amount} value={block[amount]} />
      ))}
      <InvoiceRows block={block} billed={billedOnInvoice(block)} />
    </section>
  );
}
