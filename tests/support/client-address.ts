let count = 0;

/** Headers with a new client address, so that a test isn't rate limited because of earlier ones. */
export function headersFromNewAddress(): Record<string, string> {
  count++;
  return { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` };
}
