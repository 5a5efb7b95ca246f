/** What a person's action learned just before its page is read again: that the service says nothing. */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';
import { type Deadline, deadlineIn, READ_MS } from './deadline.ts';

/** As long as it takes from an action's end until the page that shows it has begun its readings. */
const REMEMBERED_MS = 2_000;
/** An action may have used 8 of the ten seconds that a person waits at most. */
const SHORT_MS = 1_500;

const silence = () => singleton('silence', () => ({ until: Number.NEGATIVE_INFINITY }));

/** To be told by whoever has just waited for the service in vain, and is about to have a page read. */
export function markUnresponsive(): void {
  silence().until = performance.now() + REMEMBERED_MS;
}

/** Whether somebody's action ended a moment ago without the service having said anything. */
export const isUnresponsive = (): boolean => performance.now() < silence().until;

/** How long a page's reading may take from now on. */
export const pageDeadline = (): Deadline => deadlineIn(isUnresponsive() ? SHORT_MS : READ_MS);
