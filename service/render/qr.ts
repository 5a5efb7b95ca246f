/** The landing page as a QR code, for designs that show it as one (4.7); where it stands, for v2's `qr_codes` (2.4). */
import { create } from 'qrcode';

type Values = Readonly<Record<string, string>>;

/** Designs place it as `<img src="{{landing_page_qr}}">`; one that shows the address as text has `{{landing_page}}`. */
export const LANDING_PAGE_QR = 'landing_page_qr';

/** What a QR code of these values leads to: a value of its own goes before the landing page. */
function findLandingPage(values: Values): string | undefined {
  const text = values[LANDING_PAGE_QR] || values.landing_page_url || values.landing_page;
  if (!text) return undefined;
  // Phones open an address only when it says that it is one.
  return /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

/** A picture as a data: address. Undefined without a landing page, or with one that is too long for any code. */
export function createLandingPageQr(values: Values): string | undefined {
  const url = findLandingPage(values);
  // The largest code holds 2,331 bytes at this level of correction.
  if (url === undefined || Buffer.byteLength(url) > 2_331) return undefined;
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((bit, i) => (bit ? [`M${i % size} ${Math.floor(i / size)}h1v1h-1z`] : []));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${size + 4} ${size + 4}" shape-rendering="crispEdges"><path d="M-2-2h${size + 4}v${size + 4}h-${size + 4}z" fill="#fff"/><path d="${dark.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

export interface PlacedQrCode {
  readonly url: string;
  /** In inches from the corner of the bleed; null where the design doesn't say it in the picture's own style. */
  readonly size: number | null;
  readonly x: number | null;
  readonly y: number | null;
}

/** The QR codes of a filled design. */
export function findQrCodes(design: string, values: Values): PlacedQrCode[] {
  const url = findLandingPage(values);
  const picture = createLandingPageQr(values);
  if (url === undefined || picture === undefined) return [];
  return [...design.matchAll(/<img\b[^>]*>/gi)].flatMap(([tag]) =>
    tag.includes(picture)
      ? [{ url, size: readInches(tag, 'width'), x: readInches(tag, 'left'), y: readInches(tag, 'top') }]
      : [],
  );
}

function readInches(tag: string, property: 'width' | 'left' | 'top'): number | null {
  const [, number] = new RegExp(`[;"'\\s]${property}:\\s*([\\d.]+)in\\b`).exec(tag) ?? [];
  return number === undefined ? null : Number(number);
}
