/**
 * The mail service's limits for send dates, in words. lib/forms/send-time.ts decides which times a form
 * accepts.
 */
import { DEFAULT_SEND_MS, EARLIEST_SEND_MS, LATEST_SEND_MS } from '#lib/contract/service-limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { formatPlural } from './text.ts';

/** The delay before production starts if a member doesn't choose a send date, such as "15 minutes". */
export const DEFAULT_SEND_DELAY = formatPlural(DEFAULT_SEND_MS / MINUTE_MS, 'minute');

export const EARLIEST_SEND = `at least ${formatPlural(EARLIEST_SEND_MS / MINUTE_MS, 'minute')}`;

const LATEST_DAYS = formatPlural(LATEST_SEND_MS / DAY_MS, 'day');

/** The latest send date in each version of the send operation. */
export const LATEST_SEND = { v1: `at most ${LATEST_DAYS}`, v2: `less than ${LATEST_DAYS}` } as const;
