/**
 * Adds the TrimBox and BleedBox that the printer needs, because Chromium writes only the MediaBox. Appends an
 * incremental update to the PDF, with the changed page objects and a cross-reference table (ISO 32000-1,
 * 7.5.6).
 */
import { BLEED_IN, MARGIN_IN } from './sheet.ts';

const POINTS = 72;
const PAGE = /(\d+) 0 obj\n<<\/Type \/Page\n[\s\S]*?\nendobj\n/g;
const MEDIA_BOX = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/;
const TRAILER = /trailer\n<<([\s\S]*?)>>\nstartxref\n(\d+)\n%%EOF\s*$/;

/**
 * Adds a TrimBox and a BleedBox to each page. If the PDF isn't structured like the PDFs that Chromium writes,
 * returns it unchanged. Even without the boxes, the crop marks in the PDF show where to trim.
 */
export function addPrintBoxes(pdf: Buffer): Buffer {
  // latin1 maps each byte to one character, so positions in the text are also positions in the file.
  const text = pdf.toString('latin1');
  const [, trailer, previous] = TRAILER.exec(text) ?? [];
  const pages = [...text.matchAll(PAGE)];
  if (trailer === undefined || previous === undefined || pages.length === 0) return pdf;
  let added = '';
  let index = 'xref\n';
  for (const [page, number] of pages) {
    const position = String(pdf.length + added.length).padStart(10, '0');
    index += `${number} 1\n${position} 00000 n \n`;
    added += page.replace(MEDIA_BOX, (media, width: string, height: string) =>
      [
        media,
        formatBox('BleedBox', MARGIN_IN - BLEED_IN, Number(width), Number(height)),
        formatBox('TrimBox', MARGIN_IN, Number(width), Number(height)),
      ].join('\n'),
    );
  }
  const end = `trailer\n<<${trailer}\n/Prev ${previous}>>\nstartxref\n${pdf.length + added.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(added + index + end, 'latin1')]);
}

function formatBox(name: string, insetInches: number, width: number, height: number): string {
  const inset = insetInches * POINTS;
  return `/${name} [${inset} ${inset} ${width - inset} ${height - inset}]`;
}
