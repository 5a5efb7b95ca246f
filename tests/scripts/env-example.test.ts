/** Tests that .env.example lists every console setting once, with a comment and a valid value. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readEnv, SETTING_SHAPES } from '#lib/env/env.ts';
import { root } from '#scripts/program.ts';

const text = await readFile(join(root, '.env.example'), 'utf8');
const SETTING = /^(?:# )?([A-Z][A-Z\d_]*)=/;

test('.env.example lists exactly the settings that the console reads', () => {
  const names = text.split('\n').flatMap((line) => SETTING.exec(line)?.[1] ?? []);
  expect(names.toSorted()).toEqual(Object.keys(SETTING_SHAPES).toSorted());
});

test('.env.example has a comment before each setting', () => {
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (SETTING.test(line)) expect(lines[i - 1], line).toMatch(/^# .+[^=]$/);
  }
});

test('the console rejects the example secret from .env.example if other computers can reach the console', () => {
  const settings = { ...parseEnv(text), NEXTAUTH_URL: 'https://mailroom.example.com' };
  expect(() => readEnv(settings)).toThrow('NEXTAUTH_SECRET is the public example');
});

test('the console accepts .env.example with and without the optional settings', () => {
  expect(readEnv(parseEnv(text))).toMatchObject({ origin: 'http://localhost:3000', oidc: null });
  const withOptional = text.replace(/^# (?=[A-Z][A-Z\d_]*=)/gm, '');
  expect(readEnv(parseEnv(withOptional))).toMatchObject({
    trustedProxies: [expect.anything(), expect.anything()],
    oidc: { clientId: 'mailroom' },
  });
});
