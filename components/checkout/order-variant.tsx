import type { ReactNode } from 'react';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { applicablePrice, ORDER_AMOUNTS, type PaymentStatus, paymentStatus } from '#lib/domain/payment.ts';
import { OrderCaption } from './order-mailpiece.tsx';
import { OrderRows } from './order-rows.tsx';
import { SenderCopyFallback } from './sender-copy-text.tsx';

/**
 * An order with or without the sender's copy. The server renders both variants, so that browsers need a
 * script only to choose between them.
 */
export interface OrderVariant {
  readonly payment: PaymentStatus;
  /** The amount to pay, as formatted by the mail service. Zero unless `payment` is `due`. */
  readonly total: string;
  /** The order's rows, and hidden fields with the amounts that the member sees. */
  readonly rows: ReactNode;
  /** The mailpiece's caption. */
  readonly caption: ReactNode;
  /** Toggles the sender's copy without JavaScript. */
  readonly copyFallback: ReactNode;
}

/**
 * The two variants of an order. Members switch between them by choosing whether to receive the sender's copy.
 */
export interface OrderVariants {
  readonly withSender: OrderVariant;
  readonly withoutSender: OrderVariant;
}

export const findVariant = (orders: OrderVariants, senderCopy: boolean): OrderVariant =>
  senderCopy ? orders.withSender : orders.withoutSender;

/**
 * Renders both variants of an order (rule 5 in section 4.6 of the interface documentation).
 * @param copyCost what the sender's copy changes, such as "+ $0.85"
 */
export function renderVariants(campaign: Campaign, checkout: Checkout, copyCost: string): OrderVariants {
  const render = (senderCopy: boolean): OrderVariant => {
    const price = applicablePrice(checkout, senderCopy);
    const payment = paymentStatus(price);
    return {
      payment,
      total: price.to_be_paid,
      rows: (
        <>
          {ORDER_AMOUNTS.map((amount) => (
            <input key={amount} type="hidden" name={amount} value={price[amount]} />
          ))}
          <OrderRows block={price} paidWithCredits={payment === 'credits'} />
        </>
      ),
      caption: <OrderCaption campaign={campaign} senderCopy={senderCopy} />,
      copyFallback: <SenderCopyFallback isIncluded={senderCopy} cost={copyCost} />,
    };
  };
  return { withSender: render(true), withoutSender: render(false) };
}
