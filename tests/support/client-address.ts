let addressCount = 0;

/**
 * Returns headers with a new client address, so that requests from earlier tests don't count toward a test's
 * rate limits.
 */
export function headersFromNewAddress(): Record<string, string> {
  const n = ++addressCount;
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}
