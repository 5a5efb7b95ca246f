import { setTimeout } from 'node:timers/promises';

/** How long health checks and metrics wait for the database. Proxies' checks time out after two seconds. */
export const DATABASE_MS = 1_500;

/** Resolves to `otherwise` if reading fails or takes too long. */
export async function withinLimit<T, O>(reading: Promise<T>, otherwise: O, ms = DATABASE_MS): Promise<T | O> {
  const timeout = new AbortController();
  try {
    return await Promise.race([reading, setTimeout(ms, otherwise, timeout)]);
  } catch {
    // The result says that the reading failed.
    return otherwise;
  } finally {
    timeout.abort();
  }
}
