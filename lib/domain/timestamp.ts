/** Milliseconds since the epoch. Undefined for a missing or invalid timestamp. */
export function parseTimestamp(timestamp: string | undefined): number | undefined {
  if (timestamp === undefined || timestamp === '') return undefined;
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms) ? undefined : ms;
}
