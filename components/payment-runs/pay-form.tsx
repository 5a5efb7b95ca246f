'use client';

import { type ReactNode, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { SeenAmounts } from '#lib/domain/payment.ts';

interface Price {
  /** The amounts that the member agrees to. */
  readonly amounts: SeenAmounts;
  readonly senderCopy: boolean;
  /** The time when the price was read, such as "10:57:03 AM EST". */
  readonly readAt: string;
}

interface PayFormProps extends Price {
  readonly runId: number;
  readonly campaignId: number;
  readonly action: FormAction;
  /** A description of the campaign, such as "820 postcards, 6 × 9 in, first class". */
  readonly caption: ReactNode;
  /** Content between the price and the button, such as the result of the last submission. */
  readonly children: ReactNode;
}

/** The price of the campaign whose turn it is in a payment run, and the button that opens the payment page. */
export function PayForm({ runId, campaignId, action, ...rest }: PayFormProps) {
  return (
    <ActionForm action={action} hidden={{ run: runId, campaign: campaignId }} className="grid gap-3.5">
      <PayFormBody {...rest} />
    </ActionForm>
  );
}

/** A background refresh must not change the price that the member is about to accept. */
function PayFormBody({ caption, children, ...price }: Omit<PayFormProps, 'runId' | 'campaignId' | 'action'>) {
  const { failure } = useForm().state;
  const [shown, setShown] = useState<Price>(price);
  const isSame = shown.readAt === price.readAt && shown.amounts.to_be_paid === price.amounts.to_be_paid;
  if (failure && !isSame) setShown(price);
  const { amounts, senderCopy, readAt } = shown;
  return (
    <>
      <div>
        <p className="font-serif text-[2.375rem] leading-[1.1] font-semibold tracking-[-0.015em] tabular-nums max-sm:text-[2rem]">
          <bdi>{amounts.to_be_paid}</bdi>
        </p>
        <p className="mt-1 text-sm text-muted">
          {caption}
          <br />
          Price read at {readAt}
        </p>
      </div>
      {Object.entries(amounts).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="sender_copy" value={senderCopy ? 'yes' : 'no'} />
      {children}
      <SubmitButton className="py-2.75">Pay {amounts.to_be_paid}</SubmitButton>
    </>
  );
}
