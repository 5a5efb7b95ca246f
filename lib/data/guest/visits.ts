/**
 * Counts guests' visits. Loading the page doesn't count as a visit, because email scanners and link previews
 * also load the page.
 */
import 'server-only';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { callerAddress } from '#lib/auth/caller-address.ts';
import { recordSecurityEvent, type SecurityEvent } from '#lib/auth/security-events.ts';
import type { SecurityEventName } from '#lib/domain/security-event.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { incrementVisits, type ShareLinkRow } from '#lib/store/share-links.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { checkGuestAccess } from './access.ts';

/** The page's script calls this function when the guest first interacts with the page. */
export async function recordGuestVisit(token: string): Promise<void> {
  const access = await checkGuestAccess(token);
  if (access.state === 'open') await countGuestVisit(access.link);
}

/**
 * The visits counted within the last minute, by link and network. Other requests from the same network within
 * that minute, such as approving the proof after entering the password, belong to the same visit.
 */
const countedVisits = () =>
  singleton('countedVisits', () => new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_MS }));

export async function countGuestVisit(link: ShareLinkRow): Promise<void> {
  const network = await guestNetwork();
  const key = `${link.id} ${network}`;
  if (countedVisits().has(key)) return;
  countedVisits().set(key, true);
  await incrementVisits(await store(), link.id, network);
  await recordSecurityEvent(guestEvent('share_link.opened', link, network));
}

/**
 * Returns a security event caused by a guest who opened a share link. The event contains the guest's network instead of
 * the IP address.
 */
export const guestEvent = <Name extends SecurityEventName>(
  name: Name,
  { id, label, campaignId }: ShareLinkRow,
  network: string,
): SecurityEvent<Name> => ({ name, campaignId, details: { id, label }, from: network });

/** Returns the network of the current request's caller. */
export const guestNetwork = async (): Promise<string> => visitorNetwork(await callerAddress());

/**
 * Returns an IP address's network: /24 for IPv4 and /48 for IPv6. A network is precise enough to tell most
 * visitors apart, but not to identify a visitor.
 */
function visitorNetwork(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const site = parsed.parts.slice(0, 3).map((part) => part.toString(16));
  return `${site.join(':')}::/48`;
}
