/**
 * Converts a timestamp to milliseconds since the epoch. Returns undefined if the timestamp is missing or
 * invalid.
 */
export function parseTimestamp(timestamp: string | undefined): number | undefined {
  if (timestamp === undefined || timestamp === '') return undefined;
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms) ? undefined : ms;
}
