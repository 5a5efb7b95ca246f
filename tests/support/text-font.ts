/**
 * `npm run font`: makes the file of the body font that every page loads first, in app/fonts. The file has
 * the Latin characters of the package's file, but only the weights that the console uses, so it is a third
 * smaller. Characters of other scripts still come from the package.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from '#scripts/program.ts';

export const FONT_FILE = join(root, 'app/fonts/inter-latin.woff2');
const PACKAGE = join(root, 'node_modules/@fontsource-variable/inter');
/** From normal to bold text. */
const WEIGHTS = { min: 400, max: 700 };

/** Returns the bytes of the font file, and the CSS range of its characters, as in `U+0000-00FF,U+0131`. */
export async function makeTextFont(): Promise<{ bytes: Buffer; unicodeRange: string }> {
  const unicodeRange = await readUnicodeRange();
  const original = await readFile(join(PACKAGE, 'files/inter-latin-wght-normal.woff2'));
  const bytes = await subsetFont(original, charactersIn(unicodeRange), {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  });
  return { bytes, unicodeRange };
}

async function readUnicodeRange(): Promise<string> {
  const css = await readFile(join(PACKAGE, 'wght.css'), 'utf8');
  const range = /inter-latin-wght-normal \*\/[^}]*unicode-range: ([^;]+);/.exec(css)?.[1];
  if (!range) throw new Error('The font package’s style sheet has no Latin range.');
  return range;
}

function charactersIn(unicodeRange: string): string {
  return unicodeRange
    .split(',')
    .map((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');
    })
    .join('');
}

if (import.meta.main) {
  const { bytes } = await makeTextFont();
  await writeFile(FONT_FILE, bytes);
  console.log(`${FONT_FILE.slice(root.length)}: ${(bytes.length / 1000).toFixed(1)} KB`);
}
