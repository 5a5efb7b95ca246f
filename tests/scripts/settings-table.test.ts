/** Tests that the table of settings in docs/operations.md is current. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_SHAPES } from '#lib/env/env.ts';
import { root } from '#scripts/program.ts';
import { replaceSettingsTable } from '#scripts/settings-table.ts';

const text = await readFile(join(root, 'docs/operations.md'), 'utf8');

test('docs/operations.md has the current table of settings', () => {
  expect(text, 'Run `npm run settings`.').toBe(replaceSettingsTable(text));
});

test('the table lists every setting with its default from the schema', () => {
  const rows = [...text.matchAll(/^\| `([A-Z][A-Z\d_]*)` \| ([^|]+) \| ([^|]*) \| ([^|]+) \|$/gm)];
  const defaults = new Map(rows.map(([, name, byDefault]) => [name, byDefault]));
  expect([...defaults.keys()]).toEqual(Object.keys(SETTING_SHAPES));
  expect(defaults.get('DIRECTMAIL_API_KEY')).toBe('required');
  expect(defaults.get('PORT')).toBe('`3000`');
  // The schema turns these defaults into other values.
  expect(defaults.get('DATABASE_TIMEOUT')).toBe('`4`');
  expect(defaults.get('PASSWORD_SIGN_IN')).toBe('`true`');
  expect(defaults.get('BULK_CONFIRM_ABOVE')).toBe('`25,5000`');
  expect(defaults.get('OIDC_ISSUER')).toBe('none');
});

test('a table that was changed by hand is replaced', () => {
  expect(replaceSettingsTable(text.replace('| `PORT` | `3000` |', '| `PORT` | `3001` |'))).toBe(text);
});
