'use client';

import { createContext, use, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import type { CardEntry } from '#lib/data/card-entry.ts';
import type { OrderVariants } from './order-variant.tsx';

export type PaymentMethod = 'link' | 'card';

/** The member's choices, limited to what is possible. */
export interface CheckoutChoices {
  readonly senderCopy: boolean;
  /** Undefined if the member can't change the sender's copy. */
  readonly setSenderCopy: ((senderCopy: boolean) => void) | undefined;
  readonly method: PaymentMethod;
  readonly setMethod: (method: PaymentMethod) => void;
}

export const CheckoutChoicesContext = createContext<CheckoutChoices>({
  senderCopy: false,
  setSenderCopy: undefined,
  method: 'link',
  setMethod: () => undefined,
});

export const useChoices = () => use(CheckoutChoicesContext);

interface CheckoutState {
  readonly orders: OrderVariants;
  /** The setting that is stored with the campaign. */
  readonly savedCopy: boolean;
  /** The setting when the page opens. */
  readonly initialCopy: boolean;
  readonly cardEntry: CardEntry | undefined;
}

/**
 * Keeps the member's choices. If members can't pay by card, the payment page is the only way to pay, so the
 * member can change the sender's copy only if nothing is due after the change.
 */
export function useCheckoutChoices({
  orders,
  savedCopy,
  initialCopy,
  cardEntry,
}: CheckoutState): CheckoutChoices {
  // A rejected form returns the submitted values. An unchecked box has no submitted value.
  const { values: typed } = useForm().state;
  const [copy, setCopy] = useState(typed ? typed.sender_copy === 'yes' : initialCopy);
  // Without JavaScript, the page can't switch payment methods, so it starts with a method that works.
  const mustUseToken = cardEntry?.kind === 'token' && copy !== savedCopy;
  const [method, setMethod] = useState<PaymentMethod>(
    typed?.payment_method === 'card' || mustUseToken ? 'card' : 'link',
  );
  const other = savedCopy ? orders.withoutSender : orders.withSender;
  const canChangeCopy = cardEntry !== undefined || other.payment !== 'due';
  return {
    senderCopy: canChangeCopy ? copy : savedCopy,
    setSenderCopy: canChangeCopy ? setCopy : undefined,
    method: cardEntry === undefined ? 'link' : method,
    setMethod,
  };
}
