/** Ranges of IP addresses, which appear in the settings and limit where API tokens can be used. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of IP addresses: the network's address, and the prefix length in bits. */
export type AddressRange = readonly [network: Address, bits: number];

/**
 * Parses an address, such as 10.0.0.1, or a network, such as 10.0.0.0/24.
 * @returns null if the text is neither, or if the network contains all addresses
 */
export function parseAddressRange(text: string): AddressRange | null {
  if (ipaddr.isValidCIDR(text)) {
    const [network, bits] = ipaddr.parseCIDR(text);
    return bits > 0 ? [network, bits] : null;
  }
  const address = parseAddress(text);
  return address && [address, address instanceof ipaddr.IPv4 ? 32 : 128];
}

/**
 * Parses an address. Converts an IPv4-mapped IPv6 address to an IPv4 address. Returns null if the text isn't an
 * address.
 */
export const parseAddress = (text: string): Address | null =>
  // `ipaddr.isValid` also accepts addresses such as "1".
  isIP(text) === 0 ? null : ipaddr.process(text);

export const isInRanges = (address: Address, ranges: readonly AddressRange[]): boolean =>
  ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
