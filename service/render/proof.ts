/** Builds the pages of a proof. Each page shows one side with its bleed, crop marks, and a caption. */
import { SIZE_FACTS, type TemplateSize } from '#lib/contract/sizes.ts';
import { BLEED_IN, type Box, expandBox, MARGIN_IN, trimBox } from './sheet.ts';
import { SITE_ORIGIN, type SiteDocuments } from './site.ts';

const MARK_IN = 1 / 4;
const SIDES = ['Front', 'Back'];

export function proofPageBox(size: TemplateSize): Box {
  return expandBox(trimBox(size), MARGIN_IN);
}

/**
 * Builds an HTML page with an iframe for each design. Each design's content security policy isolates the
 * design from the page.
 */
export function buildProofDocuments(designs: readonly string[], size: TemplateSize): SiteDocuments {
  const sides = designs.map((html, i) => [`/side/${i}`, { html }] as const);
  return {
    '/proof': {
      html: proofHtml(designs.length, size),
      policy: `default-src 'none'; style-src 'unsafe-inline'; frame-src ${SITE_ORIGIN}; font-src ${SITE_ORIGIN}`,
    },
    ...Object.fromEntries(sides),
  };
}

function proofHtml(sides: number, size: TemplateSize): string {
  const page = proofPageBox(size);
  const bleed = expandBox(trimBox(size), BLEED_IN);
  const offset = MARGIN_IN - BLEED_IN;
  const sheets = Array.from({ length: sides }, (_, i) => {
    const side = sides === 1 ? '' : `${SIDES[i] ?? `Side ${i + 1}`} · `;
    return `<section>${cropMarks(size)}<iframe src="/side/${i}"></iframe><p>${side}${SIZE_FACTS[size].label}, trimmed · bleed 1/8 in</p></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Proof · ${SIZE_FACTS[size].label}</title><style>
html, body { margin: 0 }
section { position: relative; width: ${page.width}in; height: ${page.height}in; overflow: hidden; break-after: page }
section:last-child { break-after: auto }
iframe { position: absolute; left: ${offset}in; top: ${offset}in; width: ${bleed.width}in; height: ${bleed.height}in; border: 0 }
svg { position: absolute; inset: 0 }
p { position: absolute; left: ${MARGIN_IN + 1 / 8}in; bottom: .12in; margin: 0; font: 500 6.5pt/1 'Inter Variable', sans-serif; color: #333 }
</style>${sheets.join('')}</html>`;
}

/** Draws two hairlines outside the bleed at each corner, to mark where to cut. */
function cropMarks(size: TemplateSize): string {
  const { width, height } = proofPageBox(size);
  const near = MARGIN_IN - BLEED_IN;
  const far = near - MARK_IN;
  const vertical = [MARGIN_IN, width - MARGIN_IN].flatMap((x) => [
    [x, far, x, near],
    [x, height - far, x, height - near],
  ]);
  const horizontal = [MARGIN_IN, height - MARGIN_IN].flatMap((y) => [
    [far, y, near, y],
    [width - far, y, width - near, y],
  ]);
  const path = [...vertical, ...horizontal].map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join('');
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}in" height="${height}in"><path d="${path}" stroke="#000" stroke-width=".0035"/></svg>`;
}
