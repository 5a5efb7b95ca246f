let addressCount = 0;

/** Headers with a new client address, so that earlier tests don't cause a test to be rate limited. */
export function headersFromNewAddress(): Record<string, string> {
  const n = ++addressCount;
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}
