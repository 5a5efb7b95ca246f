/** The keys that the console uses to count attempts from an IP address. */
import ipaddr from 'ipaddr.js';

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
 * Returns the /48 network that contains an IPv6 rate limit key, because a subscriber can have an entire /48 network.
 * Returns null for other keys.
 */
export function networkOfKey(key: string): string | null {
  return key.endsWith('::/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : null;
}
