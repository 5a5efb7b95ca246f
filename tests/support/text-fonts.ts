/**
 * `npm run font`: makes the font files in app/fonts. Every page loads the files with the common characters.
 * These files are less than half as large as the packages' Latin files. The body font's other Latin
 * characters are in a separate file, which browsers load only if a page contains one of these characters. The
 * packages' own files provide all other characters.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from '#scripts/program.ts';

export const FONT_FOLDER = join(root, 'app/fonts');
/** ASCII, and the punctuation and symbols in the console's texts. */
const COMMON_RANGE =
  'U+0020-007E, U+00A0, U+00A9, U+00AD, U+00B7, U+00D7, U+2009-200A, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+2212';
/** The packages' Latin range, without the characters in the common range. */
const OTHER_LATIN_RANGE =
  'U+00A1-00A8, U+00AA-00AC, U+00AE-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2010-2012, U+2015-2017, U+201A-201B, U+201E-2021, U+2023-2025, U+2027, U+2030-205E, U+20AC, U+2122, U+2191, U+2193, U+2215, U+FFFD';

const INTER = {
  source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  // The range of weights, from normal to bold text.
  axes: { wght: { min: 400, max: 700 } },
};

/**
 * The OpenType features in the files. Omitting other features, such as fractions, saves glyphs. app/theme.css turns on
 * cv05 and ss03, and tabular figures use tnum.
 */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'liga', 'lnum', 'tnum', 'cv05', 'ss03'];

const FONTS = [
  { ...INTER, file: 'inter-common.woff2', range: COMMON_RANGE },
  { ...INTER, file: 'inter-latin.woff2', range: OTHER_LATIN_RANGE },
  {
    source: '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2',
    axes: undefined,
    file: 'source-serif-4-common.woff2',
    range: COMMON_RANGE,
  },
];

/** Returns the font files, each with the CSS range of its characters. */
export function makeTextFonts(): Promise<{ file: string; range: string; bytes: Buffer }[]> {
  return Promise.all(
    FONTS.map(async ({ source, axes, file, range }) => {
      const original = await readFile(join(root, 'node_modules', source));
      // @types/subset-font doesn't declare keepFeatures, so the options can't be an object literal in the call.
      const options = {
        targetFormat: 'woff2' as const,
        keepFeatures: FEATURES,
        ...(axes && { variationAxes: axes }),
      };
      const bytes = await subsetFont(original, charactersIn(range), options);
      return { file, range, bytes };
    }),
  );
}

/** @param range a CSS unicode-range, such as `U+0020-007E, U+00A0` */
function charactersIn(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    })
    .join('');
}

if (import.meta.main) {
  for (const { file, bytes } of await makeTextFonts()) {
    await writeFile(join(FONT_FOLDER, file), bytes);
    console.log(`${file}: ${(bytes.length / 1000).toFixed(1)} KB`);
  }
}
