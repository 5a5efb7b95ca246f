import { isTemplateSize, SIZE_FACTS } from '#lib/contract/limits.ts';
import { MISSING, plural } from './text.ts';

/** "Postcard 6 × 9 in"; a size that isn't known is shown as it is, a missing one as "—". */
export function sizeLabel(size: string | undefined): string {
  if (isTemplateSize(size)) return SIZE_FACTS[size].label;
  return size === undefined || size === '' ? MISSING : size;
}

/** "6 × 9 in": the size without what it is a size of, for where that is said already. */
export function dimensions(size: string | undefined): string {
  return isTemplateSize(size) ? SIZE_FACTS[size].label.replace(/^\D+/, '') : sizeLabel(size);
}

/** "1,326 postcards"; of an unknown size, "1,326 mailpieces". */
export function pieces(count: number | undefined, size: string | undefined): string {
  const { piece, pieces: many } = isTemplateSize(size)
    ? SIZE_FACTS[size]
    : { piece: 'mailpiece', pieces: 'mailpieces' };
  return count === undefined ? many : plural(count, piece, many);
}

/** What the first row of an order is called. The interface says "Postcards"; a letter is still a letter. */
export const ORDER_ROW = 'Postcards';
