/** How mail moves once its time has come. The interface names the statuses (part 3), not how long they last. */
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import type { PostageClass } from './prices.ts';

/** From scheduled_at, when it becomes processing, until it leaves production as sent. Milliseconds. */
export const PROCESSING_MS = 120 * MINUTE_MS;
/** From sent until the post has it: mailed. Milliseconds. */
export const MAILING_MS = DAY_MS;

const DELIVERY_DAYS: Readonly<Record<PostageClass, number>> = { first_class: 3, standard: 8 };
const SUNDAY = 0;

/** The day a mailpiece should arrive, as 2026-11-25: so many delivery days after it is mailed. */
export function expectedDeliveryDate(scheduledAt: Date, postage: PostageClass): string {
  const day = new Date(scheduledAt.getTime() + PROCESSING_MS + MAILING_MS);
  for (let left = DELIVERY_DAYS[postage]; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() !== SUNDAY) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
