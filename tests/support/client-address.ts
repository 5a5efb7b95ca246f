let addressCount = 0;

/** Returns headers with a new client address, so that a test isn't rate limited because of earlier tests. */
export function headersFromNewAddress(): Record<string, string> {
  const n = ++addressCount;
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}
