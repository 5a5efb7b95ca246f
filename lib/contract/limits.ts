/**
 * The interface's limits (part 8) and mailpiece sizes (part 2.2.1). Used by the console and the embedded
 * service.
 */

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The minimum time from now until a send date, in milliseconds. Applies to `date` in v1 send and
 * pay_and_send, and to `scheduled_at` in v2 send.
 */
export const EARLIEST_SEND_MS = 15 * MINUTE_MS;
/**
 * The maximum time from now until a send date, in milliseconds. A send date exactly at the limit is allowed
 * in v1, but not in v2.
 */
export const LATEST_SEND_MS = 90 * DAY_MS;

/** The default page and page size of lists. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PER_PAGE = 10;
/**
 * The maximum number of items per page. The interface doesn't set a limit, so we set our own. The console
 * never requests more items, and the embedded service never returns more items.
 */
export const MAX_PER_PAGE = 100;

/**
 * Our own limits for the length of a text in characters, and for the number of metadata pairs and photos. The
 * interface doesn't set any of these limits.
 */
export const MAX_NAME_LENGTH = 500;
export const MAX_KEY_LENGTH = 200;
export const MAX_TEXT_LENGTH = 10_000;
export const MAX_META_DATA_PAIRS = 100;
export const MAX_PHOTOS = 50;
export const MAX_PHOTO_LENGTH = 2_000;

/** The units for a property's lot size (4.7). */
export const LOT_SIZE_TYPES = ['square_feet', 'acres'] as const;

export type SendTimeProblem = 'too_early' | 'too_late';

/**
 * Checks a send time against the interface's limits (part 8). Returns null if the send time is allowed.
 * `sendAt` and `now` are in milliseconds since the epoch. A time exactly 15 minutes ahead is allowed in both
 * versions. A time exactly 90 days ahead is allowed only in v1.
 */
export function sendTimeProblem(sendAt: number, now: number, version: 'v1' | 'v2'): SendTimeProblem | null {
  const ahead = sendAt - now;
  // Use a negated `>=` instead of `<`, so that NaN is rejected.
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
  /** The size's label. In sentences, use `piece` or `pieces` instead. */
  readonly label: string;
  readonly piece: string;
  readonly pieces: string;
  /** The trim size in inches. Letters are in portrait format, and all other sizes are in landscape format. */
  readonly widthIn: number;
  readonly heightIn: number;
  /**
   * The number of designs. Letters have one design, and all other sizes have two: front and back (part
   * 2.2.1).
   */
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
