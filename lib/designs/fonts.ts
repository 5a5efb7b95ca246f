/**
 * Serves the print fonts to the frames that show designs. Bundling changes the modules' paths, so the fonts'
 * paths are relative to the working directory.
 */
import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRINT_FONTS, type PrintFont, printFontPath, withFontUrls } from '#lib/contract/print-fonts.ts';
import { env } from '#lib/env/env.ts';

const packages = () => join(process.cwd(), 'node_modules');

/** Returns the URL of the directory that contains the print fonts. Includes the origin, because the frame's policy needs it. */
export const printFontsUrl = (): string => `${env().origin}/files/fonts/`;

/** Returns the content of a font file, or null if no such file exists. */
export async function loadPrintFont(file: string): Promise<Buffer | null> {
  const path = printFontPath(file);
  if (path === null) return null;
  // The file might not exist, because printFontPath accepts any well-formed name.
  return readFile(join(packages(), path)).catch(() => null);
}

const sheetTexts = new Map<string, Promise<string>>();

function readSheet({ packageName, sheets }: PrintFont): Promise<string> {
  const known = sheetTexts.get(packageName);
  if (known) return known;
  const texts = sheets.map((sheet) => readFile(join(packages(), packageName, sheet), 'utf8'));
  const reading = Promise.all(texts).then((all) => compressCss(all.join('\n')));
  sheetTexts.set(packageName, reading);
  // Forget a failed read, so that the files are read again for the next design.
  reading.catch(() => sheetTexts.delete(packageName));
  return reading;
}

/** Removes comments and unnecessary white space. */
const compressCss = (css: string): string =>
  css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*([{};,])\s*|\s*\n\s*/g, '$1');

/**
 * Returns `@font-face` rules for the print fonts that the design mentions. The browser downloads a file only
 * if the design has text in the file's font, style, and character range.
 * @param html the design after parsing and serializing, because serializing decodes character references
 */
export async function printFontStyles(html: string): Promise<string> {
  const named = PRINT_FONTS.filter(({ family }) => namePattern(family).test(html));
  return withFontUrls((await Promise.all(named.map(readSheet))).join(''), printFontsUrl());
}

/** Matches the font's name in CSS, where spaces can be repeated or escaped. */
const namePattern = (family: string): RegExp => new RegExp(family.replaceAll(' ', '[\\s\\\\]+'), 'i');
