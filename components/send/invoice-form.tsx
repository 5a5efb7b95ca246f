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
  /** What applies to the campaign as it is stored: this way of sending knows no other. */
  readonly block: PriceBlock;
  /** "10:57:03 EST": when it was read. */
  readonly readAt: string;
}

interface InvoiceFormProps extends InvoiceOrderProps {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly frame: TimeFieldOptions;
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
      above={<InvoiceOrder block={block} readAt={readAt} />}
      message={<PriceMessage nothing="Nothing was sent." again="send it again" />}
      below={
        <Note>
          You’re sending as <bdi className="font-semibold">{email}</bdi>. The mail service’s notifications go
          to that address. Price as of {readAt}. If it changes before you send, we’ll ask you to confirm.
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
function InvoiceOrder(order: InvoiceOrderProps) {
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
