/**
 * Caches the service's image and proof URLs for campaigns. Without the cache, a list of thumbnails would need
 * one call per campaign.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Campaign } from '#lib/contract/resources.ts';
import { singleton } from '#lib/runtime/singleton.ts';

export type CampaignImageUrls = Pick<Campaign, 'thumbnails' | 'proof'>;

/**
 * The cached URLs, by campaign id. Cached for only a minute, because the service may sign the URLs, and
 * signed URLs expire.
 */
const imageUrls = singleton(
  'imageUrls',
  () => new LRUCache<number, CampaignImageUrls>({ max: 5_000, ttl: 60_000 }),
);

export function rememberImageUrls({ id, thumbnails, proof }: Campaign): void {
  imageUrls.set(id, { thumbnails, proof });
}

export const recallImageUrls = (id: number): CampaignImageUrls | undefined => imageUrls.get(id);
