import type { Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { isZeroAmount } from './money.ts';

/**
 * How long a payment's return link works. Members may forward a payment link, and payers may take days to
 * pay.
 */
export const RETURN_LINK_MS = 30 * DAY_MS;

/**
 * How long after the payer returns the console keeps showing that the payment is awaiting confirmation. After
 * this time, an unconfirmed payment counts as not paid, because payers can also return without paying.
 */
export const CONFIRMING_MS = 20_000;

/**
 * How long a payment link can go without a payment, on the service's clock, before it counts as abandoned.
 */
export const ABANDONED_AFTER_MS = DAY_MS;

/** An order's payment status: payment is due, credits cover the order, or the order is paid. */
export type PaymentStatus = 'due' | 'credits' | 'paid';

/** The amount left to pay must be zero both as a number and as formatted text. */
export const isFullyPaid = ({ to_be_paid, to_be_paid_amount }: PriceBlock): boolean =>
  to_be_paid_amount === 0 && isZeroAmount(to_be_paid);

/**
 * Returns an order's payment status. A total of zero usually means that credits cover the order (part 4.6,
 * rule 3). However, if the order was paid without credits, it counts as paid, and the campaign is ready to
 * send.
 */
export function paymentStatus(block: PriceBlock): PaymentStatus {
  if (!isFullyPaid(block)) return 'due';
  const isPaid = !isZeroAmount(block.already_paid);
  return isPaid && (isZeroAmount(block.credit) || block.already_paid === block.price) ? 'paid' : 'credits';
}

/** The order amounts that a member sees and agrees to. The total comes first. */
export const ORDER_AMOUNTS = ['to_be_paid', 'price', 'credit', 'already_paid'] as const;
export type Amount = (typeof ORDER_AMOUNTS)[number];
export type SeenAmounts = Readonly<Record<Amount, string>>;

/** The amounts that determine the charge on the monthly invoice. Credits don't affect the charge. */
export const BILLED_AMOUNTS = ['price', 'already_paid'] as const satisfies readonly Amount[];
export type BilledAmounts = Pick<SeenAmounts, (typeof BILLED_AMOUNTS)[number]>;

/**
 * Returns the first amount that differs from the amount that the member saw. Compares amounts as text. Returns
 * undefined if all amounts are the same.
 */
export const changedAmount = (seen: Partial<SeenAmounts>, now: SeenAmounts): Amount | undefined =>
  ORDER_AMOUNTS.find((amount) => seen[amount] !== undefined && seen[amount] !== now[amount]);

/**
 * Returns the amount to be billed on the monthly invoice. This amount is the price minus any amount already
 * paid. Credits don't affect the billed amount. Returns undefined if none of the order's formatted amounts
 * equals the billed amount.
 */
export function billedOnInvoice(order: SeenAmounts): string | undefined {
  if (isZeroAmount(order.credit)) return order.to_be_paid;
  return isZeroAmount(order.already_paid) ? order.price : undefined;
}

/**
 * Returns the order's amounts with or without a copy for the sender (part 4.6, rule 5). By default, the
 * campaign's own setting decides whether the sender gets a copy.
 */
export function applicablePrice(
  checkout: Checkout,
  senderCopy: boolean = checkout.send_copy_to_sender,
): PriceBlock {
  return senderCopy ? checkout.with_sender : checkout.without_sender;
}
