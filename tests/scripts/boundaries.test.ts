/**
 * Checks that every import rule reports violations. If dependency-cruiser didn't find a parser, it would find
 * no imports and report nothing.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let copy: string;

/** Modules that break one rule each. `targets` contains the files that these modules import. */
const violations: [rule: string, from: string, specifier: string][] = [
  ['no-cycles', 'lib/format/a.ts', './b.ts'],
  ['resolves', 'lib/data/d.ts', './nowhere.ts'],
  ['contract-is-pure', 'lib/contract/a.ts', 'node:fs'],
  ['domain-is-pure', 'lib/domain/a.ts', '#lib/format/c.ts'],
  ['domain-is-pure', 'lib/domain/b.ts', 'node:fs'],
  ['format-is-pure', 'lib/format/d.ts', 'next/headers'],
  ['service-stands-alone', 'service/a.ts', '#lib/env/a.ts'],
  ['service-needs-no-framework', 'service/b.ts', 'react'],
  ['nothing-imports-the-service', 'lib/data/a.ts', '#service/c.ts'],
  ['components-get-data-as-props', 'components/a.tsx', '#lib/data/b.ts'],
  ['components-get-data-as-props', 'components/c.tsx', '#lib/forms/action.ts'],
  ['pages-go-through-data', 'app/page.tsx', '#lib/upstream/a.ts'],
  ['pages-go-through-data', 'lib/proxy/a.ts', '#lib/upstream/a.ts'],
  ['lib-imports-no-pages', 'lib/index/b.ts', '#components/b.tsx'],
  ['lib-imports-no-pages', 'lib/index/c.ts', '#app/icon.ts'],
  ['upstream-is-below-data', 'lib/upstream/b.ts', '#lib/email/a.ts'],
  ['store-is-below-data', 'lib/store/a.ts', '#lib/index/a.ts'],
  ['share-links-are-below-data', 'lib/share-links/a.ts', '#lib/attempts/a.ts'],
  ['share-links-are-below-data', 'lib/guest-review/a.ts', '#lib/attempts/a.ts'],
  ['files-are-below-data', 'lib/files/a.ts', '#lib/auth/a.ts'],
  ['programs-import-no-tools', 'service/d.ts', 'fast-check'],
  ['nothing-imports-tests', 'scripts/a.ts', '#tests/support/a.ts'],
];
/** Files that form no import cycle, although their directories import each other. */
const directoryCycle = { 'lib/files/b.ts': '#lib/http/a.ts', 'lib/http/b.ts': '#lib/files/c.ts' };

const targets = {
  'app/icon.ts': '',
  'lib/attempts/a.ts': '',
  'lib/auth/a.ts': '',
  'lib/data/b.ts': '',
  'lib/email/a.ts': '',
  'lib/env/a.ts': '',
  'lib/format/b.ts': "import './a.ts';",
  'lib/format/c.ts': '',
  'lib/forms/action.ts': '',
  'lib/index/a.ts': '',
  'lib/upstream/a.ts': '',
  'lib/files/c.ts': '',
  'lib/http/a.ts': '',
  'service/c.ts': '',
  'components/b.tsx':
    "import type { B } from '#lib/data/b.ts';\nexport const Text = (b: B) => <p>Import 'x'? {b}</p>;",
  'tests/support/a.ts': '',
};

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'mailroom-boundaries-'));
  for (const file of ['package.json', '.dependency-cruiser.mjs'])
    await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const importing = [
    ...violations.map(([, from, specifier]) => [from, specifier] as const),
    ...Object.entries(directoryCycle),
  ];
  const files = importing.map(([from, specifier]) => [from, `import '${specifier}';`] as const);
  for (const [path, text] of [...files, ...Object.entries(targets)]) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), `${text}\nexport {};\n`);
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('each import rule reports only the modules that break the rule', async () => {
  const expected = [
    ...violations.map(([rule, from]) => `${rule}: ${from}`),
    ...Object.keys(directoryCycle).map((from) => `no-directory-cycles: ${dirname(from)}`),
  ];
  expect(await listViolations(copy)).toEqual(expected.sort());
});

test('each import rule is tested with a module that breaks it', async () => {
  const config: { forbidden: { name: string }[] } = (await import(join(root, '.dependency-cruiser.mjs')))
    .default;
  const broken = new Set(['no-directory-cycles', ...violations.map(([rule]) => rule)]);
  expect(config.forbidden.map(({ name }) => name).sort()).toEqual([...broken].sort());
});

interface Cruise {
  readonly summary: {
    readonly violations: { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

async function listViolations(cwd: string): Promise<string[]> {
  const directories = ['app', 'components', 'lib', 'service', 'scripts', 'tests'];
  const cli = join(root, 'node_modules/.bin/depcruise');
  const args = [cli, '--output-type', 'json', ...directories];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  const report: Cruise = JSON.parse(stdout);
  return [...new Set(report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`))].sort();
}
