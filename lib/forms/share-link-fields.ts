/** The fields for what a share link shows and allows. */
import { z } from 'zod';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';

const checkbox = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');
const daysError = `Enter 1 to ${SHARE_LINK_DAYS.max} days.`;

export const shareLinkFields = {
  days: z
    .string({ error: daysError })
    .regex(/^\d{1,3}$/, daysError)
    .transform(Number)
    .refine((count) => count >= 1 && count <= SHARE_LINK_DAYS.max, daysError),
  price: checkbox,
  recipients: checkbox,
  metadata: checkbox,
  decide: checkbox,
};
