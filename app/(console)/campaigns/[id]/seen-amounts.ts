import { z } from 'zod';

const amount = z.string().max(100).default('');

/**
 * Form fields for the amounts that the member saw. A field can be blank, because the service may omit an
 * amount that is zero.
 */
export const seenAmountFields = {
  to_be_paid: z.string().min(1).max(100),
  price: amount,
  credit: amount,
  already_paid: amount,
};

/** The amounts that determine how much is billed on the monthly invoice. */
export const seenBilledAmountFields = { price: seenAmountFields.to_be_paid, already_paid: amount };
