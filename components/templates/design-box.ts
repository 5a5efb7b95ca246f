import { isTemplateSize, SIZE_FACTS } from '#lib/contract/limits.ts';

export const CSS_PX_PER_INCH = 96;
/** Printed beyond the cut on each side, and kept clear within it: 1/8 in. */
export const BLEED_IN = 1 / 8;

/** The trim, in CSS pixels. A size that isn't known is given the room of the commonest postcard. */
export function trimPx(size: string | undefined): { readonly width: number; readonly height: number } {
  const { widthIn, heightIn } = SIZE_FACTS[isTemplateSize(size) ? size : 'postcard_6x9'];
  return { width: widthIn * CSS_PX_PER_INCH, height: heightIn * CSS_PX_PER_INCH };
}
