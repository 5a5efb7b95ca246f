/**
 * Reads the caller's IP address from X-Forwarded-For. Each proxy, and finally the console's own server,
 * appends the address that the request came from. Entries that weren't appended by a trusted proxy are
 * ignored, because callers can forge them.
 */
import 'server-only';
import ipaddr from 'ipaddr.js';
import { env } from '#lib/env/env.ts';
import { isInRanges, parseAddress } from '#lib/runtime/address-ranges.ts';

/**
 * Returns the caller's IP address from a request's headers. Returns null if the headers don't contain an
 * address.
 */
export function addressFromHeaders(requestHeaders: Pick<Headers, 'get'>): string | null {
  const entries = requestHeaders.get('x-forwarded-for')?.split(',') ?? [];
  // Trust only entries that a trusted proxy appended.
  // The caller has the last address that isn't a trusted proxy's.
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

/**
 * Returns an address's rate limit key. For IPv4, the key is the address itself. For IPv6, the key is the /64
 * network, because a subscriber gets an entire /64 network.
 */
export function rateLimitKey(address: string | null): string {
  if (address === null) return 'unknown';
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * Returns the /48 network of an IPv6 address's rate limit key, because a subscriber can have an entire /48
 * network. Returns null for other keys.
 */
export function networkOfKey(key: string): string | null {
  return key.endsWith('::/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : null;
}
