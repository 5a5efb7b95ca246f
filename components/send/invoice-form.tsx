'use client';

import { type ReactNode, useState } from 'react';
import { InvoiceRows } from '#components/checkout/order-rows.tsx';
import { PriceMessage } from '#components/checkout/price-message.tsx';
import { type FormAction, useForm } from '#components/forms/action-form.tsx';
import type { TimeFrame } from '#components/send-time/time-field.tsx';
import { Note } from '#components/ui/note.tsx';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { BILLED_AMOUNTS, billedOnInvoice } from '#lib/domain/payment.ts';
import { SendForm } from './send-form.tsx';

interface Order {
  /** What applies to the campaign as it is stored: this way of sending knows no other. */
  readonly block: PriceBlock;
  /** "10:57:03 EST": when it was read. */
  readonly readAt: string;
}

interface InvoiceFormProps extends Order {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly frame: TimeFrame;
  /** The member's own address. */
  readonly email: string;
  /** What is sent. */
  readonly children: ReactNode;
}

/** Sending on the monthly invoice (4.7): the order that is agreed to, and when it goes. */
export function InvoiceForm({ block, readAt, email, children, ...form }: InvoiceFormProps) {
  return (
    <SendForm
      {...form}
      above={<Billed block={block} readAt={readAt} />}
      message={<PriceMessage nothing="Nothing was sent." again="send it again" />}
      below={
        <Note>
          It is sent as <bdi className="font-semibold">{email}</bdi>, and that is where the service’s
          notifications go. The price was read at {readAt}; if it changes before you send, you’ll be asked
          again.
        </Note>
      }
    >
      {children}
    </SendForm>
  );
}

/**
 * What somebody is about to agree to doesn't change under their hand when the page is read again behind their back; the
 * action finds the difference and asks.
 */
function Billed(order: Order) {
  const { failure } = useForm().state;
  const [seen, setSeen] = useState(order);
  if (failure && seen !== order) setSeen(order);
  const { block } = seen;
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
