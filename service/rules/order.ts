/** Calculates a campaign's price and remaining amount (4.6), in integer cents. */

import type { PriceBlock } from '#lib/contract/resources.ts';
import type { TemplateSize } from '#lib/contract/sizes.ts';
import { formatMoney, formatThousands } from './money.ts';
import { type PostageClass, unitPriceCents } from './prices.ts';

export interface PricingInput {
  readonly size: TemplateSize;
  readonly postageClass: PostageClass;
  /** The number of recipients, not including the sender's copy. */
  readonly recipientCount: number;
  /** The amount paid so far, by card and with credit. */
  readonly paidCents: number;
}

export interface Order {
  readonly pieces: number;
  readonly unitCents: number;
  readonly priceCents: number;
  /** The part of the customer's credit that the order uses. */
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

/**
 * Calculates the paid amount and the customer's credit after an order is paid. Any overpayment becomes
 * customer credit.
 */
export function calculateSettlement(order: Order, customerCreditCents: number): OrderSettlement {
  const overpaidCents = Math.max(0, order.alreadyPaidCents - order.priceCents);
  return {
    paidCents: order.priceCents,
    customerCreditCents: customerCreditCents - order.creditCents + overpaidCents,
  };
}

/** Formats an order's price calculation, such as "1,326 × $0.85". */
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
