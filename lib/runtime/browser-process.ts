/**
 * Replaces Next's copy of Node's `process` in browsers (next.config.mjs). Scripts read only `process.env`,
 * whose values the build has already inserted.
 */
export const env = {};
