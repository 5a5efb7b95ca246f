/** Describes the parts of a campaign that a share link shows. */
import type { ContentPart, VisibleParts } from '#lib/domain/share-link.ts';
import { formatList } from './text.ts';

const PART_NAMES: Readonly<Record<ContentPart, string>> = {
  proof: 'the proof',
  designs: 'the design',
  recipients: 'the recipients',
  price: 'the price',
};

/** Returns a phrase such as "the proof, the design, and the price". */
export function describeContentParts(parts: readonly ContentPart[]): string {
  return formatList(parts.map((part) => PART_NAMES[part]));
}

/** Returns the names of the parts that guests see, such as "the proof and the price". */
export function describeVisibleParts({ price, recipients, metadata }: VisibleParts): string {
  const parts = [
    'the proof',
    price && 'the price',
    recipients && 'the recipients',
    metadata && 'the metadata',
  ];
  const names = parts.filter((name) => name !== false);
  return names.length === 1 ? 'the proof only' : formatList(names);
}
