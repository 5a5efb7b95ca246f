/** Creates the landing page's QR code for designs (4.7), and finds its position for v2's `qr_codes` (2.4). */
import { create } from 'qrcode';

type Values = Readonly<Record<string, string>>;

/**
 * Designs show the QR code with `<img src="{{landing_page_qr}}">`, and the landing page's address as text
 * with `{{landing_page}}`.
 */
export const LANDING_PAGE_QR = 'landing_page_qr';

/** Returns the QR code's target: the `landing_page_qr` value if there is one, otherwise the landing page. */
function findLandingPage(values: Values): string | undefined {
  const text = values[LANDING_PAGE_QR] || values.landing_page_url || values.landing_page;
  if (!text) return undefined;
  // Phones recognize an address only if it has a scheme.
  return /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

/** Returns the QR code as a data URL, or undefined if there is no landing page or its address is too long. */
export function createLandingPageQr(values: Values): string | undefined {
  const url = findLandingPage(values);
  // The largest QR code holds 2,331 bytes at this error correction level.
  if (url === undefined || Buffer.byteLength(url) > 2_331) return undefined;
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((bit, i) => (bit ? [`M${i % size} ${Math.floor(i / size)}h1v1h-1z`] : []));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${size + 4} ${size + 4}" shape-rendering="crispEdges"><path d="M-2-2h${size + 4}v${size + 4}h-${size + 4}z" fill="#fff"/><path d="${dark.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

export interface PlacedQrCode {
  readonly url: string;
  /**
   * The code's width, in inches. Like `x` and `y`, null if the image's style doesn't specify it. `x` and `y`
   * are distances from the upper left corner of the bleed, in inches.
   */
  readonly size: number | null;
  readonly x: number | null;
  readonly y: number | null;
}

/** Finds the QR codes in a design with its variables filled in. */
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
