import { isTemplateSize, SIZE_FACTS } from '#lib/contract/limits.ts';
import { formatPlural, MISSING } from './text.ts';

/** "Postcard 6 × 9 in". An unknown size is returned unchanged, a missing one as "—". */
export function sizeLabel(size: string | undefined): string {
  if (isTemplateSize(size)) return SIZE_FACTS[size].label;
  return size === undefined || size === '' ? MISSING : size;
}

/** "6 × 9 in", for places that already name the kind of mailpiece. */
export function sizeDimensions(size: string | undefined): string {
  return isTemplateSize(size) ? SIZE_FACTS[size].label.replace(/^\D+/, '') : sizeLabel(size);
}

/** "1,326 postcards", or "1,326 mailpieces" if the size is unknown. */
export function formatPieces(count: number | undefined, size: string | undefined): string {
  const { piece, pieces } = isTemplateSize(size)
    ? SIZE_FACTS[size]
    : { piece: 'mailpiece', pieces: 'mailpieces' };
  return count === undefined ? pieces : formatPlural(count, piece, pieces);
}

/** Label of the first row of an order. The interface calls it "Postcards", whatever the size. */
export const PIECES_ROW_LABEL = 'Postcards';
