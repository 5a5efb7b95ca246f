/** Lets downloads from untrusted URLs connect only to public internet addresses. */
import 'server-only';
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns whether an address, in any notation, is a public unicast address. Loopback, private, link-local,
 * shared, and mapped addresses aren't public.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Public IPv6 addresses are always in 2000::/3. All other IPv6 ranges are special or obsolete.
  return parsed instanceof ipaddr.IPv6 ? ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000 : true;
}

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddress';
}

/** Compares the error's name, because Next may bundle the error's class more than once. */
export const isPrivateAddressError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PrivateAddress';

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a DNS lookup function for net.connect. A lookup fails unless all of the host's addresses are
 * public. Each connection uses the address that was checked, so a host can't bypass the check by changing its
 * DNS records.
 */
export function createPublicLookup(resolve: Resolve = dnsLookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new PrivateAddressError(), []);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
