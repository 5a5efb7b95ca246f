import type { PaymentState } from '#lib/domain/index-filter.ts';

/** The labels of the payment states in filters, lists, and exports. */
export const PAYMENT_STATE_NAMES: Readonly<Record<PaymentState, string>> = {
  unpaid: 'Unpaid',
  part_paid: 'Partially paid',
  paid_not_sent: 'Paid, not sent',
  covered_by_credits: 'Covered by credits',
};
