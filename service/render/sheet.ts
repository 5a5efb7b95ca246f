/**
 * Dimensions of a printed sheet, in inches. A printed sheet has three parts, from the outside in: a margin
 * with crop marks, the bleed, and the trim.
 */
import { SIZE_FACTS, type TemplateSize } from '#lib/contract/sizes.ts';

/** CSS pixels per inch. */
export const CSS_DPI = 96;
/**
 * The width of the bleed, which is printed beyond the cut. The bleed prevents white edges if the cut is
 * slightly misaligned. Designs include the bleed.
 */
export const BLEED_IN = 1 / 8;
/**
 * The distance from the edge of a proof's page to the trim. The margin contains the bleed, the crop marks,
 * and the caption.
 */
export const MARGIN_IN = 1 / 2;

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Returns a mailpiece's size after cutting. */
export function trimBox(size: TemplateSize): Box {
  const { widthIn, heightIn } = SIZE_FACTS[size];
  return { width: widthIn, height: heightIn };
}

/** Expands a box by `inches` on each side. */
export function expandBox({ width, height }: Box, inches: number): Box {
  return { width: width + 2 * inches, height: height + 2 * inches };
}

/** Converts inches to whole CSS pixels. */
export function toPixels({ width, height }: Box): Box {
  return { width: Math.round(width * CSS_DPI), height: Math.round(height * CSS_DPI) };
}
