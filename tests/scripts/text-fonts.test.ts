/** Tests that app/fonts contains the files that `npm run font` generates from the installed packages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/program.ts';
import { FONT_FOLDER, makeTextFonts } from '../support/text-fonts.ts';

const withoutSpaces = (css: string | undefined) => css?.replaceAll(/\s/g, '');

test('app/fonts contains the current fonts, and the style sheet lists the characters in each file', async () => {
  const css = await readFile(join(root, 'app/theme.css'), 'utf8');
  const fonts = await makeTextFonts();
  expect(fonts.length).toBeGreaterThan(0);
  for (const { file, range, bytes } of fonts) {
    expect(bytes.equals(await readFile(join(FONT_FOLDER, file))), file).toBe(true);
    const rule = css.split('@font-face').find((each) => each.includes(`/${file}"`));
    expect(withoutSpaces(rule), file).toContain(withoutSpaces(`unicode-range: ${range};`));
  }
});
