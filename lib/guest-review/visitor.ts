import 'server-only';
import ipaddr from 'ipaddr.js';

/**
 * The network that an address is in: enough to tell two visitors apart, too little to tell who they are. 256 neighbours
 * of IPv4, a site's whole network of IPv6.
 */
export function visitorNetwork(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const site = parsed.parts.slice(0, 3).map((part) => part.toString(16));
  return `${site.join(':')}::/48`;
}
