/**
 * Creates QR codes for landing pages (4.7), and finds the positions of QR codes for `qr_codes` in v2 (2.4).
 */
import { create } from 'qrcode';

type Values = Readonly<Record<string, string>>;

/** The variable for the landing page's QR code, used in designs as `<img src="{{landing_page_qr}}">`. */
export const LANDING_PAGE_QR = 'landing_page_qr';

/**
 * Returns the address that the QR code links to. `landing_page_qr` takes precedence over the landing page's
 * address.
 */
function findLandingPage(values: Values): string | undefined {
  const text = values[LANDING_PAGE_QR] || values.landing_page_url || values.landing_page;
  if (!text) return undefined;
  // Add a scheme, because phones recognize only addresses with a scheme.
  return /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

/**
 * Returns the QR code as a data URL. Returns undefined if there is no landing page or its address is too
 * long.
 */
export function createLandingPageQr(values: Values): string | undefined {
  const url = findLandingPage(values);
  // The largest QR code holds 2,331 bytes at error correction level M.
  if (url === undefined || Buffer.byteLength(url) > 2_331) return undefined;
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((bit, i) => (bit ? [`M${i % size} ${Math.floor(i / size)}h1v1h-1z`] : []));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${size + 4} ${size + 4}" shape-rendering="crispEdges"><path d="M-2-2h${size + 4}v${size + 4}h-${size + 4}z" fill="#fff"/><path d="${dark.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/**
 * A QR code's position and size, in inches. The position is the distance from the upper left corner of the bleed.
 * A value that the image's style doesn't specify is null.
 */
export interface PlacedQrCode {
  readonly url: string;
  readonly size: number | null;
  readonly x: number | null;
  readonly y: number | null;
}

/** Finds the QR codes in a design whose variables are filled in. */
export function findQrCodes(design: string, values: Values): PlacedQrCode[] {
  const url = findLandingPage(values);
  const dataUrl = createLandingPageQr(values);
  if (url === undefined || dataUrl === undefined) return [];
  return [...design.matchAll(/<img\b[^>]*>/gi)].flatMap(([tag]) =>
    tag.includes(dataUrl)
      ? [{ url, size: readInches(tag, 'width'), x: readInches(tag, 'left'), y: readInches(tag, 'top') }]
      : [],
  );
}

function readInches(tag: string, property: 'width' | 'left' | 'top'): number | null {
  const [, number] = new RegExp(`[;"'\\s]${property}:\\s*([\\d.]+)in\\b`).exec(tag) ?? [];
  return number === undefined ? null : Number(number);
}
