/** The payment states of a draft. Other campaigns have no payment state. */
import type { PaymentState } from './index-filter.ts';

const names: Readonly<Record<PaymentState, true>> = {
  unpaid: true,
  part_paid: true,
  paid_not_sent: true,
  covered_by_credits: true,
};
export const PAYMENT_STATES = Object.keys(names) as readonly PaymentState[];
