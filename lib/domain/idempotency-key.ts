/** How long an Idempotency-Key and the first answer to it are remembered. */
export const KEY_HOURS = 24;
