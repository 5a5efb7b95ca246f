let addressCount = 0;

/**
 * Returns headers with a new client address, so that earlier tests don't affect the rate limits of a test.
 */
export function headersFromNewAddress(): Record<string, string> {
  const n = ++addressCount;
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}
