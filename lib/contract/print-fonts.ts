/**
 * The fonts that the embedded service's renderer uses. The frames in which the console shows designs use the
 * same font files, so that a design in a frame looks like the printed mailpiece.
 */

export interface PrintFont {
  /** The font's name in CSS. */
  readonly family: string;
  /** The npm package that contains the font's files. */
  readonly packageName: string;
  /** The package's style sheets with the font's `@font-face` rules. */
  readonly sheets: readonly string[];
}

const SHEETS = ['opsz.css', 'opsz-italic.css'];

export const PRINT_FONTS: readonly PrintFont[] = [
  { family: 'Inter Variable', packageName: '@fontsource-variable/inter', sheets: SHEETS },
  { family: 'Source Serif 4 Variable', packageName: '@fontsource-variable/source-serif-4', sheets: SHEETS },
];

const FONT_FILE = /^(inter|source-serif-4)-[a-z-]+-opsz-(?:normal|italic)\.woff2$/;

/**
 * Returns the path of a font file relative to `node_modules`. Returns null if `file` isn't named like one of
 * the renderer's font files.
 */
export function printFontPath(file: string): string | null {
  const [, name] = FONT_FILE.exec(file) ?? [];
  return name === undefined ? null : `@fontsource-variable/${name}/files/${file}`;
}

/**
 * Replaces the relative URLs in a font package's style sheet.
 * @param base the URL of the directory that serves the font files, with a trailing slash
 */
export function withFontUrls(sheet: string, base: string): string {
  return sheet.replaceAll('url(./files/', `url(${base}`);
}
