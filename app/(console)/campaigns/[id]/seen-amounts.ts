import { z } from 'zod';

const amount = z.string().max(100).default('');

/** The order as the person saw it, as fields of a form; a service may leave blank what is zero. */
export const seenAmountFields = {
  to_be_paid: z.string().min(1).max(100),
  price: amount,
  credit: amount,
  already_paid: amount,
};

/** What of it goes on a monthly invoice. */
export const seenBilledAmountFields = { price: seenAmountFields.to_be_paid, already_paid: amount };
