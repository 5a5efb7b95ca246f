import { isTemplateSize, SIZE_FACTS } from '#lib/contract/limits.ts';

const CSS_PX_PER_INCH = 96;

/** The trim, in CSS pixels. A size that isn't known is given the room of the commonest postcard. */
export function trimSizePx(size: string | undefined): { readonly width: number; readonly height: number } {
  const { widthIn, heightIn } = SIZE_FACTS[isTemplateSize(size) ? size : 'postcard_6x9'];
  return { width: widthIn * CSS_PX_PER_INCH, height: heightIn * CSS_PX_PER_INCH };
}
