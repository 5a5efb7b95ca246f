/**
 * Remembers for a short time that the mail service didn't respond. The next page that loads after an action
 * then waits only briefly for the service.
 */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';
import { type Deadline, deadlineIn } from './deadline.ts';
import { READ_MS, SHORT_READ_MS } from './time-limits.ts';

/**
 * How long to remember that the service didn't respond. Must cover the time from the end of an action until the
 * next page starts reading from the service.
 */
const REMEMBERED_MS = 2_000;

const unresponsive = () => singleton('unresponsive', () => ({ until: Number.NEGATIVE_INFINITY }));

/** Records that the service didn't respond in time. Must be called before the page is reloaded. */
export function markUnresponsive(): void {
  unresponsive().until = performance.now() + REMEMBERED_MS;
}

/** Returns whether an action has just ended without a response from the service. */
export const isUnresponsive = (): boolean => performance.now() < unresponsive().until;

/** Returns the deadline for page reads that start now. */
export const pageReadDeadline = (): Deadline => deadlineIn(isUnresponsive() ? SHORT_READ_MS : READ_MS);
