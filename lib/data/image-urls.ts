/** Where the service said a campaign's pictures and proof are, so that a list of thumbnails needs no call for each. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Campaign } from '#lib/contract/resources.ts';
import { singleton } from '#lib/runtime/singleton.ts';

export type CampaignImageUrls = Pick<Campaign, 'thumbnails' | 'proof'>;

/** The addresses may be signed and expire, so they are not kept for long. */
const kept = singleton('pictures', () => new LRUCache<number, CampaignImageUrls>({ max: 5_000, ttl: 60_000 }));

export function rememberImageUrls({ id, thumbnails, proof }: Campaign): void {
  kept.set(id, { thumbnails, proof });
}

export const recallImageUrls = (id: number): CampaignImageUrls | undefined => kept.get(id);
