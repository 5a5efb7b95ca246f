/** Lets downloads from untrusted URLs connect only to public internet addresses. */
import 'server-only';
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address is public unicast: not in a loopback, private, link-local, shared, or mapped range, in
 * any notation.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Only 2000::/3 is assigned for public IPv6. The rest is special or obsolete.
  return parsed instanceof ipaddr.IPv6 ? ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000 : true;
}

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddress';
}

/** Compares by name, because Next may bundle this class more than once while the connection pool is shared. */
export const isPrivateAddressError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PrivateAddress';

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a DNS lookup for net.connect that fails unless all of the host's addresses are public. The connection uses
 * the address that was checked, so a host can't bypass the check by resolving differently a moment later.
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
