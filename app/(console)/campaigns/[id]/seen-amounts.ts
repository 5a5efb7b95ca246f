import { z } from 'zod';

const amount = z.string().max(100).default('');

/** Form fields with the order's amounts as the member saw them. The service may leave a zero amount blank. */
export const seenAmountFields = {
  to_be_paid: z.string().min(1).max(100),
  price: amount,
  credit: amount,
  already_paid: amount,
};

/** The amounts that decide what goes on the monthly invoice. */
export const seenBilledAmountFields = { price: seenAmountFields.to_be_paid, already_paid: amount };
