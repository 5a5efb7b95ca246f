/**
 * The mail service's limits and defaults, as given in part 8 of its interface documentation. Changing a value
 * here doesn't change what the mail service allows. For our own limits, see lib/input-limits.ts,
 * lib/forms/send-time.ts, and lib/forms/paging.ts.
 */
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';

/**
 * The minimum time from now until a send date, in milliseconds. Applies to `date` in v1 send and
 * pay_and_send, and to `scheduled_at` in v2 send.
 */
export const EARLIEST_SEND_MS = 15 * MINUTE_MS;
/**
 * The maximum time from now until a send date, in milliseconds. A send date exactly at the limit is allowed
 * in v1, but not in v2.
 */
export const LATEST_SEND_MS = 90 * DAY_MS;
/** The time in milliseconds from now until production starts if a call has no send date. */
export const DEFAULT_SEND_MS = 15 * MINUTE_MS;

/** The page and the page size that the service uses if a call has no paging parameters. */
export const SERVICE_DEFAULT_PAGE = 1;
export const SERVICE_DEFAULT_PER_PAGE = 10;

export type SendTimeProblem = 'too_early' | 'too_late';

/**
 * Checks a send time against the interface's limits (part 8). Returns null if the send time is allowed.
 * `sendAt` and `now` are in milliseconds since the epoch. A time exactly at the minimum is allowed in both
 * versions. A time exactly at the maximum is allowed only in v1.
 */
export function sendTimeProblem(sendAt: number, now: number, version: 'v1' | 'v2'): SendTimeProblem | null {
  const ahead = sendAt - now;
  // Use a negated `>=` instead of `<`, so that NaN is rejected.
  if (!(ahead >= EARLIEST_SEND_MS)) return 'too_early';
  if (version === 'v1' ? ahead > LATEST_SEND_MS : ahead >= LATEST_SEND_MS) return 'too_late';
  return null;
}
