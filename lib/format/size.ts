import { isTemplateSize, SIZE_FACTS } from '#lib/contract/sizes.ts';
import { formatPlural, MISSING } from './text.ts';

/**
 * Returns a label such as "Postcard 6 × 9 in". Returns an unknown size unchanged, and "—" for a missing size.
 */
export function sizeLabel(size: string | undefined): string {
  if (isTemplateSize(size)) return SIZE_FACTS[size].label;
  return size === undefined || size === '' ? MISSING : size;
}

/** Returns only the dimensions, such as "6 × 9 in". Used where the kind of mailpiece is already shown. */
export function sizeDimensions(size: string | undefined): string {
  return isTemplateSize(size) ? SIZE_FACTS[size].label.replace(/^\D+/, '') : sizeLabel(size);
}

/** Formats a count as "1,326 postcards", or as "1,326 mailpieces" if the size is unknown. */
export function formatPieces(count: number | undefined, size: string | undefined): string {
  const { piece, pieces } = isTemplateSize(size)
    ? SIZE_FACTS[size]
    : { piece: 'mailpiece', pieces: 'mailpieces' };
  return count === undefined ? pieces : formatPlural(count, piece, pieces);
}
