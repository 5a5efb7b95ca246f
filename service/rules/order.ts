/** Calculates what a campaign costs and what remains to be paid (4.6), in integer cents. */
import type { TemplateSize } from '#lib/contract/limits.ts';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { formatMoney, formatThousands } from './money.ts';
import { type PostageClass, unitPriceCents } from './prices.ts';

export interface PricingInput {
  readonly size: TemplateSize;
  readonly postageClass: PostageClass;
  /** Doesn't include the sender's copy. */
  readonly recipientCount: number;
  /** The amount paid so far, by card and with credit. */
  readonly paidCents: number;
}

export interface Order {
  readonly pieces: number;
  readonly unitCents: number;
  readonly priceCents: number;
  /** The part of the customer's credit that this order uses. */
  readonly creditCents: number;
  readonly alreadyPaidCents: number;
  readonly toBePaidCents: number;
}

export function calculateOrder(
  campaign: PricingInput,
  withSender: boolean,
  customerCreditCents: number,
): Order {
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

export interface OrderSettlement {
  readonly paidCents: number;
  readonly customerCreditCents: number;
}

/** Calculates the balances after the order is paid. Any overpayment becomes customer credit. */
export function calculateSettlement(order: Order, customerCreditCents: number): OrderSettlement {
  const overpaidCents = Math.max(0, order.alreadyPaidCents - order.priceCents);
  return {
    paidCents: order.priceCents,
    customerCreditCents: customerCreditCents - order.creditCents + overpaidCents,
  };
}

/** Formats "1,326 × $0.85". */
export const formatCalculation = (order: Order): string =>
  `${formatThousands(order.pieces)} × ${formatMoney(order.unitCents)}`;

export function presentPriceBlock(order: Order): PriceBlock {
  return {
    price_calculation: formatCalculation(order),
    price: formatMoney(order.priceCents),
    credit: formatMoney(order.creditCents),
    already_paid: formatMoney(order.alreadyPaidCents),
    to_be_paid: formatMoney(order.toBePaidCents),
    to_be_paid_amount: order.toBePaidCents / 100,
  };
}
