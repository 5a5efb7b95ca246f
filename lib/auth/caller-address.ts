/**
 * Where a request came from. lib/as-sent.ts adds the address of the connection to X-Forwarded-For, as a proxy would; each
 * proxy before the console has added the one that it saw. So the list is to be believed from its right end, for as many
 * entries as there are trusted proxies, and what a caller wrote there stands further left, where nobody looks.
 */
import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { headers } from 'next/headers';
import { env } from '#lib/env/env.ts';

/** For the trail, and for what is counted; null when it is no address. */
export const callerAddress = async (): Promise<string | null> => addressOf(await headers());

/** The same where there is a request at hand. */
export function addressOf(sent: Pick<Headers, 'get'>): string | null {
  const entries = sent.get('x-forwarded-for')?.split(',') ?? [];
  // Who goes past the proxies is known by the connection alone.
  const entry = entries.at(-1 - env().trustedProxies) ?? entries[0] ?? '';
  // Some proxies add the port.
  const text = entry
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  return isIP(text) ? ipaddr.process(text).toString() : null;
}

/** What tries are counted by: an address, or for IPv6 the network that one connection has to itself. */
export function countedAs(address: string | null): string {
  if (address === null) return 'unknown';
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

export const callerCounted = async (): Promise<string> => countedAs(await callerAddress());
