/** How long the console waits for the mail service, in milliseconds. */

/**
 * The time limit for an irreversible operation, including all its reads. The member waits at most ten
 * seconds, so two seconds remain for rendering the result.
 */
export const ACTION_MS = 8_000;
/**
 * The time limit for a read that a page waits for. Pages should load within ten seconds, including the time
 * for rendering on a busy machine.
 */
export const READ_MS = 6_500;
/**
 * The time limit for page reads shortly after the service failed to respond. Members should wait at most ten
 * seconds, and the action may already have taken eight seconds.
 */
export const SHORT_READ_MS = 1_500;

export const CONNECT_MS = 3_000;
/** The maximum time to wait for response headers. The time limit for the whole operation also applies. */
export const HEADERS_MS = 7_000;
/** The longest allowed pause while a response body arrives. */
export const IDLE_MS = 4_000;
