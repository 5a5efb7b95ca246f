/** The measures of a printed sheet, in inches, from the outside in: margin with crop marks, bleed, trim, safe zone. */
import { SIZE_FACTS, type TemplateSize } from '#lib/contract/limits.ts';

/** CSS pixels to the inch. */
export const CSS_DPI = 96;
/** Printed beyond the cut, so that a cut a hair off shows no white edge. A design is as large as trim and bleed. */
export const BLEED_IN = 1 / 8;
/** From the edge of a proof's page to the trim: bleed, crop marks and the note. */
export const MARGIN_IN = 1 / 2;

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** What remains after cutting. */
export function trimBox(size: TemplateSize): Box {
  const { widthIn, heightIn } = SIZE_FACTS[size];
  return { width: widthIn, height: heightIn };
}

/** The trim grown by `by` on each side. */
export function expandBox({ width, height }: Box, by: number): Box {
  return { width: width + 2 * by, height: height + 2 * by };
}

/** Inches as whole CSS pixels. */
export function toPixels({ width, height }: Box): Box {
  return { width: Math.round(width * CSS_DPI), height: Math.round(height * CSS_DPI) };
}
