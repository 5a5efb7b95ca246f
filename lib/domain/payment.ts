import type { Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { isZeroAmount } from './money.ts';

/** What an order asks for: money, nothing because credits cover it, or nothing because it has been paid. */
export type PaymentStatus = 'due' | 'credits' | 'paid';

/** Whether nothing is left to pay: only when what people read and what machines read both say so. */
export const isFullyPaid = ({ to_be_paid, to_be_paid_amount }: PriceBlock): boolean =>
  to_be_paid_amount === 0 && isZeroAmount(to_be_paid);

/**
 * An Order Total of zero means credits (part 4.6, rule 3), unless something has been paid already and no credit is
 * needed beside it: then it is simply paid, and sending is what is left to do.
 */
export function paymentStatus(block: PriceBlock): PaymentStatus {
  if (!isFullyPaid(block)) return 'due';
  const isPaid = !isZeroAmount(block.already_paid);
  return isPaid && (isZeroAmount(block.credit) || block.already_paid === block.price) ? 'paid' : 'credits';
}

/** What of an order the person who pays it has seen, the total first. */
export const AMOUNTS = ['to_be_paid', 'price', 'credit', 'already_paid'] as const;
export type Amount = (typeof AMOUNTS)[number];
export type SeenAmounts = Readonly<Record<Amount, string>>;

/** Those that tell what goes on a monthly invoice; credits come and go without a difference to it. */
export const BILLED_AMOUNTS = ['price', 'already_paid'] as const satisfies readonly Amount[];
export type BilledAmounts = Pick<SeenAmounts, (typeof BILLED_AMOUNTS)[number]>;

/** The first of the amounts seen that is no longer what it was, to the letter; undefined when all are. */
export const changedAmount = (seen: Partial<SeenAmounts>, now: SeenAmounts): Amount | undefined =>
  AMOUNTS.find((amount) => seen[amount] !== undefined && seen[amount] !== now[amount]);

/**
 * What sending on the monthly invoice bills: the price, less what has been paid; credits are left alone. Undefined where
 * none of the service's own amounts says it.
 */
export function billedOnInvoice(order: SeenAmounts): string | undefined {
  if (isZeroAmount(order.credit)) return order.to_be_paid;
  return isZeroAmount(order.already_paid) ? order.price : undefined;
}

/** The block that applies (part 4.6, rule 5). */
export function applicablePrice(
  checkout: Checkout,
  senderCopy: boolean = checkout.send_copy_to_sender,
): PriceBlock {
  return senderCopy ? checkout.with_sender : checkout.without_sender;
}
