/** Which addresses on the network a URL that somebody else made may lead to. */
import 'server-only';
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public unicast only: no loopback, private, link-local, shared or mapped ranges, written in whatever way. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 has been given out; the rest is old or special.
  return parsed instanceof ipaddr.IPv6 ? ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000 : true;
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddress';
}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A look-up for net.connect that fails unless every address of the host is public. The connection is made to the very
 * address that was checked, so a name that answers differently the next moment gains nothing.
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
