/** The interface's limits (part 8) and mailpiece sizes (part 2.2.1), for both programs. */

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** "At least 15 minutes in the future": v1 send and pay_and_send (`date`), v2 send (`scheduled_at`). Milliseconds. */
export const EARLIEST_SEND_MS = 15 * MINUTE_MS;
/** v1: at most 90 days ahead. v2: less than 90 days ahead. Milliseconds. */
export const LATEST_SEND_MS = 90 * DAY_MS;

/** The lists' paging defaults. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PER_PAGE = 10;
/**
 * Our own limit, because the interface doesn't set one. The console never requests more, and the embedded service never
 * returns more.
 */
export const MAX_PER_PAGE = 100;

/**
 * Our own limits, because the interface doesn't set any: lengths of names, keys, other text and photo URLs in
 * characters, and numbers of metadata pairs and photos.
 */
export const MAX_NAME_LENGTH = 500;
export const MAX_KEY_LENGTH = 200;
export const MAX_TEXT_LENGTH = 10_000;
export const MAX_META_DATA_PAIRS = 100;
export const MAX_PHOTOS = 50;
export const MAX_PHOTO_LENGTH = 2_000;

/** Units for the lot size (4.7). */
export const LOT_SIZE_TYPES = ['square_feet', 'acres'] as const;

export type SendTimeProblem = 'too_early' | 'too_late';

/**
 * Returns why a send time is outside the limits in part 8, or null if it is within them. Both times are in milliseconds
 * since the epoch. Exactly 15 minutes ahead is allowed in both versions. Exactly 90 days ahead is allowed only in v1.
 */
export function sendTimeProblem(sendAt: number, now: number, version: 'v1' | 'v2'): SendTimeProblem | null {
  const ahead = sendAt - now;
  // Negated instead of using `<`, so that NaN is rejected too.
  if (!(ahead >= EARLIEST_SEND_MS)) return 'too_early';
  if (version === 'v1' ? ahead > LATEST_SEND_MS : ahead >= LATEST_SEND_MS) return 'too_late';
  return null;
}

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
  /** The size's label. `piece` and `plural` are for sentences. */
  readonly label: string;
  readonly piece: string;
  readonly pieces: string;
  /** The trim size in inches. All sizes except the letter are wider than they are tall. */
  readonly widthIn: number;
  readonly heightIn: number;
  /** A letter has one design. Every other size has two: front and back (part 2.2.1). */
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
