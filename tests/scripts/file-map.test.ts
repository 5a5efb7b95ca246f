import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMapProblems } from '#scripts/file-map.ts';
import { root } from '#scripts/program.ts';
import { listSourceFiles } from '#scripts/source-files.ts';

const document = (...rows: string[]) =>
  ['# Title', '## Where to make a change', '| Directory | Files |', '|---|---|', ...rows, '## Next', ''].join(
    '\n',
  );

test('accepts a table if every row names all files in that row’s directories', () => {
  const text = document(
    '| `lib/a`, `lib/b` | Sums. `one` – first; `two`, `three` – others |',
    '| `app` | `theme` – colors |',
  );
  const paths = [
    'lib/a/one.ts',
    'lib/a/two.tsx',
    'lib/b/three.css',
    'lib/b/migrations/0.sql',
    'app/theme.css',
    'app/page.tsx',
  ];
  expect(findMapProblems(text, paths)).toEqual([]);
});

test('a name that doesn’t match a file is reported', () => {
  const text = document('| `lib/a` | `one` – first; `gone` – removed |');
  expect(findMapProblems(text, ['lib/a/one.ts', 'lib/b/gone.ts'])).toEqual([
    'docs/architecture.md names gone in lib/a, but there is no such file.',
    'docs/architecture.md doesn’t name lib/b/gone.',
  ]);
});

test('a path that doesn’t match a file is reported', () => {
  const text = document('| `lib/a` | `one` – first |', '| a sum | `lib/a/one.ts`, `lib/a/gone.ts` |');
  expect(findMapProblems(text, ['lib/a/one.ts'])).toEqual([
    'docs/architecture.md names lib/a/gone.ts, but there is no such file.',
  ]);
});

test('every file that is missing from the tables is reported if the tables must cover its directory', () => {
  const paths = [
    'components/ui/a.tsx',
    'lib/a/b.ts',
    'lib/c.ts',
    'service/d.ts',
    'scripts/e.ts',
    'tests/support/f.ts',
  ];
  const text = document('| `lib/a` | `one` – first |', '| the text `lib/a` | `b` |');
  expect(findMapProblems(text, [...paths, 'lib/a/one.ts', 'tests/e2e/g.spec.ts', 'lib/a/h.json'])).toEqual(
    ['components/ui/a', 'lib/a/b', 'lib/c', 'service/d', 'scripts/e', 'tests/support/f'].map(
      (file) => `docs/architecture.md doesn’t name ${file}.`,
    ),
  );
});

test('a document without tables is reported', () => {
  expect(findMapProblems('# Title\n| `lib/a` | `one` |', ['lib/a/one.ts'])).toHaveLength(1);
});

test('the tables in docs/architecture.md match the repository', async () => {
  const architecture = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const paths = listSourceFiles();
  expect(findMapProblems(architecture, paths)).toEqual([]);
  expect(findMapProblems(architecture, [...paths, 'lib/format/planted.ts'])).toEqual([
    'docs/architecture.md doesn’t name lib/format/planted.',
  ]);
  expect(
    findMapProblems(
      architecture,
      paths.filter((path) => path !== 'lib/format/customer.ts'),
    ),
  ).toEqual(['docs/architecture.md names customer in lib/format, but there is no such file.']);
});
