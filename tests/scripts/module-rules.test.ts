import { describe, expect, test } from 'vitest';
import { findDuplicateExports, findImportStyle, readModule } from '#scripts/module-rules.ts';

/**
 * Returns `from '…'` for a nonexistent file. The text is assembled from pieces, so that tools don't mistake the
 * text for an import.
 */
const from = (specifier: string) => ['fro', `m '${specifier}';`].join('');

describe('findDuplicateExports', () => {
  const routes = [{ name: /^GET$/, files: /^app\//, reason: 'Next calls it.' }];
  const duplicates = (...files: [path: string, text: string][]) =>
    findDuplicateExports(
      files.map(([path, text]) => readModule(path, text)),
      routes,
    ).map((sentence) => sentence.split(' ', 1)[0]);

  test.each([
    'export function readOrder() {}',
    'export async function readOrder() {}',
    'export const readOrder = () => 1;',
    'export const readOrder = function () {};',
    'export const readOrder = cache(async () => 1);',
  ])('reports the duplicate export %s', (text) => {
    expect(duplicates(['lib/a.ts', text], ['service/a.ts', 'export function readOrder() {}'])).toEqual([
      'readOrder',
    ]);
  });

  test.each([
    'export const readOrder = 1;',
    'function readOrder() {}',
    'export type readOrder = 1;',
    `export { readOrder } ${from('./b.ts')}`,
  ])('doesn’t report %s as a duplicate export', (text) => {
    expect(duplicates(['lib/a.ts', text], ['service/a.ts', 'export function readOrder() {}'])).toEqual([]);
  });

  test('allows the same name in test files and in files whose exports need a fixed name', () => {
    const text = 'export function readOrder() {}';
    expect(duplicates(['lib/a.ts', text], ['tests/a.test.ts', text])).toEqual([]);
    expect(duplicates(['lib/a.ts', text], ['tests/support/a.ts', text])).toEqual(['readOrder']);
    const route = 'export function GET() {}';
    expect(duplicates(['app/a/route.ts', route], ['app/b/route.ts', route])).toEqual([]);
    expect(duplicates(['lib/a.ts', route], ['lib/b.ts', route])).toEqual(['GET']);
  });
});

describe('findImportStyle', () => {
  test.each([
    ['lib/format/a.ts', '#lib/format/b.ts', './b.ts'],
    ['lib/format/a.ts', '../env/b.ts', '#lib/env/b.ts'],
    ['lib/log.ts', './env/b.ts', '#lib/env/b.ts'],
    ['components/ui/a.tsx', '../forms/b.tsx', '#components/forms/b.tsx'],
    ['app/a/page.tsx', '#app/b.ts', '../b.ts'],
    ['tests/e2e/a.ts', '#tests/support/b.ts', '../support/b.ts'],
    ['scripts/a.ts', '../service/b.ts', '#service/b.ts'],
    ['service/rules/a.ts', './../b.ts', '../b.ts'],
  ])('in the file %s, reports the import path %s and suggests %s', (path, specifier, expected) => {
    const text = `import { b } ${from(specifier)}`;
    expect(findImportStyle(readModule(path, text))).toEqual([
      `${path} imports ${specifier}. Use ${expected}.`,
    ]);
    expect(findImportStyle(readModule(path, `import { b } ${from(expected)}`))).toEqual([]);
  });

  test.each([
    `import ${from('#lib/format/b.ts').slice(5)}`,
    `import type { B } ${from('#lib/format/b.ts')}`,
    `export * ${from('#lib/format/b.ts')}`,
    `export { b } ${from('#lib/format/b.ts')}`,
    "const b = await import('#lib/format/b.ts');",
    "type B = import('#lib/format/b.ts').B;",
    "vi.mock('#lib/format/b.ts');",
    "const b = await vi.importActual('#lib/format/b.ts');",
  ])('checks the import path in %s', (text) => {
    expect(findImportStyle(readModule('lib/format/a.ts', text))).toHaveLength(1);
  });

  test('accepts a package name as an import path', () => {
    expect(findImportStyle(readModule('lib/format/a.ts', `import fs ${from('node:fs')}`))).toEqual([]);
  });
});
