/** The import boundaries can fail: without its parser, dependency-cruiser would see no imports and find nothing wrong. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let copy: string;

/** Modules that break one rule each; what they import is planted beside them. */
const planted: [rule: string, from: string, importing: string][] = [
  ['no-cycles', 'lib/format/a.ts', '#lib/format/b.ts'],
  ['resolves', 'lib/data/d.ts', '#lib/data/nowhere.ts'],
  ['contract-is-pure', 'lib/contract/a.ts', 'node:fs'],
  ['format-is-pure', 'lib/format/d.ts', 'next/headers'],
  ['service-stands-alone', 'service/a.ts', '../lib/env.ts'],
  ['service-needs-no-framework', 'service/b.ts', 'react'],
  ['nothing-imports-the-service', 'lib/data/a.ts', '#service/c.ts'],
  ['components-are-given-their-data', 'components/a.tsx', '#lib/data/b.ts'],
  ['pages-go-through-data', 'app/page.tsx', '../lib/upstream/a.ts'],
  ['lib-knows-no-pages', 'lib/data/c.ts', '#components/b.tsx'],
  ['upstream-is-below-data', 'lib/upstream/b.ts', '#lib/data/b.ts'],
  ['store-is-below-data', 'lib/store/a.ts', '#lib/data/b.ts'],
  ['shares-are-below-data', 'lib/shares/a.ts', '#lib/data/b.ts'],
  ['assets-are-below-data', 'lib/assets/a.ts', '#lib/data/b.ts'],
  ['programs-do-not-import-their-tools', 'service/d.ts', 'fast-check'],
  ['nothing-imports-tests', 'scripts/a.ts', '#tests/support/a.ts'],
];
const bystanders = {
  'lib/format/b.ts': "import '#lib/format/a.ts';",
  'lib/env.ts': '',
  'service/c.ts': '',
  'lib/data/b.ts': '',
  'lib/upstream/a.ts': '',
  'components/b.tsx':
    "import type { B } from '#lib/data/b.ts';\nexport const Said = (b: B) => <p>What if you import 'x'? {b}</p>;",
  'tests/support/a.ts': '',
};

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'mailroom-boundaries-'));
  for (const file of ['package.json', '.dependency-cruiser.mjs'])
    await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const files = planted.map(([, from, importing]) => [from, `import '${importing}';`] as const);
  for (const [path, text] of [...files, ...Object.entries(bystanders)]) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), `${text}\nexport {};\n`);
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('every rule catches what breaks it, and nothing else is caught', async () => {
  const found = await cruise(copy);
  expect(found).toEqual(planted.map(([rule, from]) => `${rule}: ${from}`).sort());
});

test('every rule has a violation here', async () => {
  const config: { forbidden: { name: string }[] } = (await import(join(root, '.dependency-cruiser.mjs')))
    .default;
  expect(config.forbidden.map(({ name }) => name).sort()).toEqual(planted.map(([rule]) => rule).sort());
});

interface Cruise {
  readonly summary: {
    readonly violations: { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

async function cruise(cwd: string): Promise<string[]> {
  const rooms = ['app', 'components', 'lib', 'service', 'scripts', 'tests'];
  const cli = join(root, 'node_modules/.bin/depcruise');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, '--output-type', 'json', ...rooms], {
    cwd,
  });
  const report: Cruise = JSON.parse(stdout);
  return [...new Set(report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`))].sort();
}
