/** What a campaign is shared as, and what guests decide about it. */
import type { ContentPart, VisibleParts } from '#lib/domain/share-link.ts';
import { listed } from './text.ts';

const PART_NAMES: Readonly<Record<ContentPart, string>> = {
  proof: 'the proof',
  designs: 'the design',
  recipients: 'the recipients',
  price: 'the price',
};

/** "the proof, the design and the price". */
export function partsInWords(parts: readonly ContentPart[]): string {
  return listed(parts.map((part) => PART_NAMES[part]));
}

/** "the proof and the price": what whoever opens the link sees. */
export function showsInWords({ price, recipients, metadata }: VisibleParts): string {
  const parts = [
    'the proof',
    price && 'the price',
    recipients && 'the recipients',
    metadata && 'the metadata',
  ];
  const names = parts.filter((name) => name !== false);
  return names.length === 1 ? 'the proof only' : listed(names);
}
