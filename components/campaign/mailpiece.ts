import { isTemplateSize, SIZE_FACTS, type TemplateSize } from '#lib/contract/sizes.ts';

/**
 * The width and aspect ratio of a mailpiece in the proof viewer. Letters are narrower because they have
 * portrait orientation.
 */
const SHAPES: Readonly<Record<TemplateSize, string>> = {
  self_mailer_6x18: 'max-w-[720px] aspect-[18/6]',
  self_mailer_12x9: 'max-w-[600px] aspect-[12/9]',
  postcard_6x11: 'max-w-[660px] aspect-[11/6]',
  postcard_6x9: 'max-w-[620px] aspect-[9/6]',
  postcard_4x6: 'max-w-[560px] aspect-[6/4]',
  letter: 'max-w-[440px] aspect-[8.5/11]',
};

/**
 * Returns class names for the shape of a mailpiece. If the size is unknown, the image determines the aspect
 * ratio.
 */
export function mailpieceShape(size: string | undefined): string {
  return isTemplateSize(size) ? SHAPES[size] : 'max-w-[620px]';
}

/**
 * Returns the `sizes` attribute for an image in the shape that `mailpieceShape` returns. On small screens,
 * the image is as wide as the page minus its margins.
 */
export function mailpieceSizes(shape: string): string {
  const [, maxWidth = '620'] = /max-w-\[(\d+)px\]/.exec(shape) ?? [];
  return `min(${maxWidth}px, 100vw - 4rem)`;
}

/** Returns the printed width in inches, or undefined for an unknown size. */
export function printWidthInches(size: string | undefined): number | undefined {
  return isTemplateSize(size) ? SIZE_FACTS[size].widthIn : undefined;
}
