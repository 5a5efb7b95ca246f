/** What a campaign costs and what is left to pay (4.6). Integer cents. */
import type { TemplateSize } from '#lib/contract/limits.ts';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { formatCount, formatMoney } from './money.ts';
import { type PostageClass, unitPriceCents } from './prices.ts';

export interface Priced {
  readonly size: TemplateSize;
  readonly postageClass: PostageClass;
  /** Without the sender's copy. */
  readonly recipientCount: number;
  /** What was paid so far, by card and by credit. */
  readonly paidCents: number;
}

export interface Order {
  readonly pieces: number;
  readonly unitCents: number;
  readonly priceCents: number;
  /** How much of the customer's credit this order would use. */
  readonly creditCents: number;
  readonly alreadyPaidCents: number;
  readonly toBePaidCents: number;
}

export function orderOf(campaign: Priced, withSender: boolean, customerCreditCents: number): Order {
  const pieces = campaign.recipientCount + (withSender ? 1 : 0);
  const unitCents = unitPriceCents(campaign.size, campaign.postageClass);
  const priceCents = pieces * unitCents;
  const openCents = Math.max(0, priceCents - campaign.paidCents);
  const creditCents = Math.min(openCents, customerCreditCents);
  return {
    pieces,
    unitCents,
    priceCents,
    creditCents,
    alreadyPaidCents: campaign.paidCents,
    toBePaidCents: openCents - creditCents,
  };
}

export interface Settlement {
  readonly paidCents: number;
  readonly customerCreditCents: number;
}

/** Where the money stands once the rest is paid. What was paid beyond the price goes back to the customer as credit. */
export function settlementOf(order: Order, customerCreditCents: number): Settlement {
  const overpaidCents = Math.max(0, order.alreadyPaidCents - order.priceCents);
  return {
    paidCents: order.priceCents,
    customerCreditCents: customerCreditCents - order.creditCents + overpaidCents,
  };
}

/** "1,326 × $0.85" */
export const calculationOf = (order: Order): string =>
  `${formatCount(order.pieces)} × ${formatMoney(order.unitCents)}`;

export function priceBlockOf(order: Order): PriceBlock {
  return {
    price_calculation: calculationOf(order),
    price: formatMoney(order.priceCents),
    credit: formatMoney(order.creditCents),
    already_paid: formatMoney(order.alreadyPaidCents),
    to_be_paid: formatMoney(order.toBePaidCents),
    to_be_paid_amount: order.toBePaidCents / 100,
  };
}
