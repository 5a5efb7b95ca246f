/**
 * How long campaigns stay in each production status. The interface names the statuses (part 3) but doesn't
 * specify any durations.
 */
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import type { PostageClass } from './prices.ts';

/** How long a campaign stays in the “processing” status, in milliseconds. */
export const PROCESSING_MS = 120 * MINUTE_MS;
/** How long a campaign stays in the “sent” status, in milliseconds. */
export const MAILING_MS = DAY_MS;

const DELIVERY_DAYS: Readonly<Record<PostageClass, number>> = { first_class: 3, standard: 8 };
const SUNDAY = 0;

/**
 * Returns the date when a mailpiece should arrive, such as "2026-11-25". Delivery days are counted from the
 * day of mailing.
 */
export function expectedDeliveryDate(scheduledAt: Date, postage: PostageClass): string {
  const day = new Date(scheduledAt.getTime() + PROCESSING_MS + MAILING_MS);
  for (let left = DELIVERY_DAYS[postage]; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() !== SUNDAY) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
