/** Tests that the console's own code doesn't use functions that would make an injection dangerous. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/program.ts';
import { listSourceFiles } from '#scripts/source-files.ts';

const CONSOLE = /^((app|components|lib)\/.+|middleware|instrumentation)\.tsx?$/;

const DANGEROUS: readonly [what: string, pattern: RegExp, example: string][] = [
  ['run a command', /child_process/, "import { exec } from 'node:child_process'"],
  ['run code from text', /\beval\(|\bnew Function\(|node:vm/, 'eval(text)'],
  [
    'insert text as HTML',
    /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write/,
    'element.innerHTML = text',
  ],
  ['generate predictable random numbers', /Math\.random/, 'Math.random()'],
  ['hash with anything but SHA-256', /create(Hash|Hmac)\('(?!sha256')/, "createHash('md5')"],
  ['encrypt without a library', /createCipheriv|createDecipheriv/, "createCipheriv('aes-256-ecb')"],
  ['accept an invalid certificate', /rejectUnauthorized|TLS_REJECT/, 'rejectUnauthorized: false'],
  ['insert text into SQL', /sql\.raw\(/, 'sql.raw(text)'],
];

const files = await Promise.all(
  listSourceFiles()
    .filter((path) => CONSOLE.test(path))
    .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
);

test.each(DANGEROUS)('the code doesn’t %s', (_, pattern, example) => {
  expect(files.length).toBeGreaterThan(300);
  expect(example).toMatch(pattern);
  expect(files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

test('only a page whose scripts no longer exist keeps data in the browser’s storage, and only while it reloads', () => {
  const storage = /\b(localStorage|sessionStorage|indexedDB)\b/;
  expect(files.filter(({ text }) => storage.test(text)).map(({ path }) => path)).toEqual([
    'components/shell/script-recovery.tsx',
  ]);
});

test('only the connection to the card form exchanges messages with other windows', () => {
  const messaging = /postMessage|addEventListener\(\s*'message'|onmessage|MessageChannel|BroadcastChannel/;
  expect(files.filter(({ text }) => messaging.test(text)).map(({ path }) => path)).toEqual([
    'components/checkout/card-form-connection.ts',
  ]);
});
