/**
 * How long each production status lasts. The interface names the statuses (part 3) but doesn't specify their durations.
 */
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import type { PostageClass } from './prices.ts';

/** From scheduled_at (processing) until the campaign leaves production (sent), in milliseconds. */
export const PROCESSING_MS = 120 * MINUTE_MS;
/** From sent until mailed, in milliseconds. */
export const MAILING_MS = DAY_MS;

const DELIVERY_DAYS: Readonly<Record<PostageClass, number>> = { first_class: 3, standard: 8 };
const SUNDAY = 0;

/** Returns the date when a mailpiece should arrive ("2026-11-25"), counting delivery days from the day it is mailed. */
export function expectedDeliveryDate(scheduledAt: Date, postage: PostageClass): string {
  const day = new Date(scheduledAt.getTime() + PROCESSING_MS + MAILING_MS);
  for (let left = DELIVERY_DAYS[postage]; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() !== SUNDAY) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
