/**
 * Reads the caller's IP address from X-Forwarded-For. Each proxy appends the address it saw, and the console's own
 * server appends the connection's address. Only the last entries can be trusted, one per trusted proxy. Entries to the
 * left of those come from the caller and are ignored.
 */
import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { headers } from 'next/headers';
import { env } from '#lib/env/env.ts';

/**
 * Returns the IP address of the current request's caller, for activity and rate limits. Null if the header contains
 * none.
 */
export const callerAddress = async (): Promise<string | null> => addressFromHeaders(await headers());

/** Returns the caller's IP address from a request's headers. Null if there is none. */
export function addressFromHeaders(requestHeaders: Pick<Headers, 'get'>): string | null {
  const entries = requestHeaders.get('x-forwarded-for')?.split(',') ?? [];
  // If the request bypassed the proxies, the header contains only the connection's address.
  const entry = entries.at(-1 - env().trustedProxies) ?? entries[0] ?? '';
  // Some proxies add the port.
  const text = entry
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  return isIP(text) ? ipaddr.process(text).toString() : null;
}

/**
 * Returns the rate limit key for an address: the address itself or, for IPv6, its /64 network, which belongs to one
 * subscriber.
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

export const callerRateLimitKey = async (): Promise<string> => rateLimitKey(await callerAddress());
