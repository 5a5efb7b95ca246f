/**
 * Reads the caller's IP address from X-Forwarded-For. Each proxy, and finally the console's own server,
 * appends the address that the request came from. Entries that weren't appended by a trusted proxy are
 * ignored, because callers can forge them. lib/incoming needs this module before Next runs, so the module must not
 * import Next. In pages and actions, use caller-address.ts.
 */
import 'server-only';
import { env } from '#lib/env/env.ts';
import { isInRanges, parseAddress } from '#lib/runtime/address-ranges.ts';

/**
 * Returns the caller's IP address from a request's headers. Returns null if the headers don't contain an
 * address.
 */
export function addressFromHeaders(requestHeaders: Pick<Headers, 'get'>): string | null {
  const entries = requestHeaders.get('x-forwarded-for')?.split(',') ?? [];
  // Trust only entries that a trusted proxy appended.
  // The caller's address is the last one that doesn't belong to a trusted proxy.
  const addresses = entries.map(parseEntry);
  const last = addresses.findLastIndex(
    (address) => address === null || !isInRanges(address, env().trustedProxies),
  );
  return (addresses[Math.max(last, 0)] ?? null)?.toString() ?? null;
}

function parseEntry(entry: string): ReturnType<typeof parseAddress> {
  // Remove the port, which some proxies append to the address.
  return parseAddress(
    entry
      .trim()
      .replace(/^\[(.*)\](:\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1'),
  );
}
