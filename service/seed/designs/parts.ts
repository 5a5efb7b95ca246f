/** Parts that the seeded designs share: the HTML document, the mailing panel, and drawing helpers. */
import { SIZE_FACTS, type TemplateSize } from '#lib/contract/sizes.ts';
import { BLEED_IN, expandBox, trimBox } from '../../render/sheet.ts';
import { createRandom } from '../random.ts';

export interface SeedTemplate {
  /** The UID in v2, made of letters, digits, and hyphens. */
  readonly uid: string;
  readonly name: string;
  readonly description: string;
  readonly size: TemplateSize;
  readonly designs: readonly string[];
  readonly meta_data: Readonly<Record<string, string>>;
}

export const SANS = `'Inter Variable', Inter, system-ui, sans-serif`;
export const SERIF = `'Source Serif 4 Variable', 'Source Serif 4', Georgia, serif`;

/**
 * Creates an HTML document the size of the trim plus the bleed. `.art` fills the sheet, and `.safe` stays
 * clear of the cut.
 */
export function designHtml(size: TemplateSize, title: string, css: string, body: string): string {
  const { width, height } = expandBox(trimBox(size), BLEED_IN);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · ${SIZE_FACTS[size].label}</title><style>
*{box-sizing:border-box;margin:0;padding:0}
html,body{width:${width}in;height:${height}in;overflow:hidden}
body{position:relative;font:400 10pt/1.4 ${SANS};-webkit-print-color-adjust:exact;print-color-adjust:exact}
.art{position:absolute;inset:0;width:100%;height:100%}
.safe{position:absolute;inset:.4in}
h1,h2{text-wrap:balance}
${css}
</style></head><body>${body}</body></html>`;
}

/** Creates an SVG that covers the sheet. Its unit is a hundredth of an inch, measured from the corner of the bleed. */
export function art(size: TemplateSize, drawing: string): string {
  const { width, height } = expandBox(trimBox(size), BLEED_IN);
  return `<svg class="art" viewBox="0 0 ${width * 100} ${height * 100}" aria-hidden="true">${drawing}</svg>`;
}

/** Concatenates `count` drawings. */
export function repeat(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('');
}

/** Rounds to a tenth of a unit, which is precise enough for drawings. */
export const roundTenth = (value: number) => Math.round(value * 10) / 10;

/**
 * Creates the image element for the landing page's QR code.
 * @param place the size of the QR code, and its position from the upper left corner of the bleed, in inches
 */
export function landingPageQrImage({ x, y, size }: { x: number; y: number; size: number }): string {
  return `<img src="{{landing_page_qr}}" alt="" style="position:absolute;left:${x}in;top:${y}in;width:${size}in;height:${size}in">`;
}

/** Draws a decorative postal barcode: 65 bars of four kinds. */
function barcode(): string {
  const random = createRandom(20_251);
  const bars = repeat(65, (i) => {
    const kind = Math.floor(random() * 4);
    const top = kind === 0 || kind === 2 ? 0 : 4;
    const bottom = kind === 0 || kind === 3 ? 12 : 8;
    return `M${i * 4.4 + 1} ${top}V${bottom}`;
  });
  return `<svg class="barcode" viewBox="0 0 286 12" aria-hidden="true"><path d="${bars}" stroke="#111" stroke-width="1.7"/></svg>`;
}

/** Returns the styles for `mailingPanel`. `ink` is the return address's color. */
export function mailingPanelCss(ink: string): string {
  return `.mail{position:absolute;display:flex;flex-direction:column;background:#fff;color:#1a1a1a;padding:.16in .18in .14in .2in}
.mail header{display:flex;justify-content:space-between;gap:.2in}
.mail .from{font:400 6.6pt/1.45 ${SANS};color:${ink}}
.mail .from b{font-weight:650;font-size:7.4pt}
.mail .indicia{flex:none;border:.6pt solid #1a1a1a;padding:.045in .09in;text-align:center;font:500 5.4pt/1.35 ${SANS};letter-spacing:.02em;align-self:flex-start}
.mail .to{margin:auto 0 .14in 22%;font:400 10pt/1.4 ${SANS}}
.mail .barcode{display:block;width:2.5in;margin:0 0 auto 22%}`;
}

/** Creates the panel for the post office: return address, indicia, recipient, and barcode. */
export function mailingPanel(place: string): string {
  return `<section class="mail" style="${place}"><header><p class="from"><b>{{sender_company}}</b><br>{{sender_address_line1}}<br>{{sender_city}}, {{sender_state}} {{sender_zip}}</p><p class="indicia">FIRST-CLASS MAIL<br>U.S. POSTAGE PAID<br>MAILROOM</p></header><p class="to">{{recipient_name}}<br>{{recipient_address_line1}}<br>{{recipient_city}}, {{recipient_state}} {{recipient_zip}}</p>${barcode()}</section>`;
}
