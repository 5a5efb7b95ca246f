/**
 * Remembers briefly that the mail service didn't respond, so that the page loaded after an action waits only
 * a short time.
 */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';
import { type Deadline, deadlineIn, READ_MS } from './deadline.ts';

/** Longer than the time between the end of an action and the reads of the page that shows its result. */
const REMEMBERED_MS = 2_000;
/**
 * Short, because an action may already have used eight of the ten seconds that a member should have to wait
 * at most.
 */
const SHORT_READ_MS = 1_500;

const unresponsive = () => singleton('unresponsive', () => ({ until: Number.NEGATIVE_INFINITY }));

/** Call this if the service didn't respond in time, before the page is reloaded. */
export function markUnresponsive(): void {
  unresponsive().until = performance.now() + REMEMBERED_MS;
}

/** Whether an action ended a moment ago without a response from the service. */
export const isUnresponsive = (): boolean => performance.now() < unresponsive().until;

/** Returns the deadline for page reads that start now. */
export const pageReadDeadline = (): Deadline => deadlineIn(isUnresponsive() ? SHORT_READ_MS : READ_MS);
