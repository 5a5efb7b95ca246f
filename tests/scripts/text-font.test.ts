/** Tests that the body font in app/fonts is the one that `npm run font` makes from the installed package. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/program.ts';
import { FONT_FILE, makeTextFont } from '../support/text-font.ts';

test('app/fonts has the current body font, and the style sheet uses it for all of its characters', async () => {
  const { bytes, unicodeRange } = await makeTextFont();
  expect(bytes.equals(await readFile(FONT_FILE))).toBe(true);
  const face = /@font-face \{[^}]*inter-latin\.woff2[^}]*\}/.exec(
    await readFile(join(root, 'app/theme.css'), 'utf8'),
  )?.[0];
  const compact = (css: string | undefined) => css?.replaceAll(/\s/g, '');
  expect(compact(face)).toContain(compact(`unicode-range: ${unicodeRange};`));
});
