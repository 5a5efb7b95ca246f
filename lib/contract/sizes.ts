/** Mailpiece sizes (part 2.2.1) and their labels. Used by the console and the embedded service. */

/** The units for a property's lot size (4.7). */
export const LOT_SIZE_TYPES = ['square_feet', 'acres'] as const;

export const TEMPLATE_SIZES = [
  'self_mailer_6x18',
  'self_mailer_12x9',
  'postcard_6x11',
  'postcard_6x9',
  'postcard_4x6',
  'letter',
] as const;
export type TemplateSize = (typeof TEMPLATE_SIZES)[number];

interface SizeFacts {
  /** The size's label. In sentences, use `piece` or `pieces` instead. */
  readonly label: string;
  readonly piece: string;
  readonly pieces: string;
  /** The trim size in inches. Letters have portrait orientation, and all other sizes have landscape orientation. */
  readonly widthIn: number;
  readonly heightIn: number;
  /** Letters have one design, and all other sizes have two: front and back (part 2.2.1). */
  readonly designs: 1 | 2;
}

export const SIZE_FACTS: Readonly<Record<TemplateSize, SizeFacts>> = {
  self_mailer_6x18: {
    label: 'Self mailer 6 × 18 in',
    piece: 'self mailer',
    pieces: 'self mailers',
    widthIn: 18,
    heightIn: 6,
    designs: 2,
  },
  self_mailer_12x9: {
    label: 'Self mailer 12 × 9 in',
    piece: 'self mailer',
    pieces: 'self mailers',
    widthIn: 12,
    heightIn: 9,
    designs: 2,
  },
  postcard_6x11: {
    label: 'Postcard 6 × 11 in',
    piece: 'postcard',
    pieces: 'postcards',
    widthIn: 11,
    heightIn: 6,
    designs: 2,
  },
  postcard_6x9: {
    label: 'Postcard 6 × 9 in',
    piece: 'postcard',
    pieces: 'postcards',
    widthIn: 9,
    heightIn: 6,
    designs: 2,
  },
  postcard_4x6: {
    label: 'Postcard 4 × 6 in',
    piece: 'postcard',
    pieces: 'postcards',
    widthIn: 6,
    heightIn: 4,
    designs: 2,
  },
  letter: {
    label: 'Letter 8.5 × 11 in',
    piece: 'letter',
    pieces: 'letters',
    widthIn: 8.5,
    heightIn: 11,
    designs: 1,
  },
};

export function isTemplateSize(value: unknown): value is TemplateSize {
  return typeof value === 'string' && (TEMPLATE_SIZES as readonly string[]).includes(value);
}
