/** Tests which files the build compresses, and which compressed files `npm start` finds. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressBuild, listCompressedFiles } from '#scripts/compress-build.ts';

const TEXT = 'const answer = 42; '.repeat(200);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-build-'));
  await mkdir(join(folder, 'chunks'));
});
afterEach(() => rm(folder, { recursive: true }));

it('stores a smaller copy beside each script, style sheet, and SVG image, and keeps the originals', async () => {
  const files = ['chunks/a.js', 'b.css', 'c.svg'];
  for (const file of files) await writeFile(join(folder, file), TEXT);
  await compressBuild(folder);
  for (const file of files) {
    expect(await readFile(join(folder, file), 'utf8')).toBe(TEXT);
    const copy = await readFile(join(folder, `${file}.br`));
    expect(copy.length).toBeLessThan(100);
    expect(brotliDecompressSync(copy).toString()).toBe(TEXT);
  }
  expect((await listCompressedFiles(folder)).toSorted()).toEqual([
    '/_next/static/b.css',
    '/_next/static/c.svg',
    '/_next/static/chunks/a.js',
  ]);
  expect((await readdir(folder, { recursive: true })).length).toBe(1 + 2 * files.length);
});

it('compresses neither fonts nor files that wouldn’t become smaller', async () => {
  await writeFile(join(folder, 'font.woff2'), TEXT);
  await writeFile(join(folder, 'chunks/tiny.js'), ';');
  await compressBuild(folder);
  expect(await listCompressedFiles(folder)).toEqual([]);
});

it('doesn’t follow symbolic links', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const build = join(folder, 'build');
  await mkdir(elsewhere);
  await mkdir(build);
  await writeFile(join(elsewhere, 'secret.js'), TEXT);
  await writeFile(join(elsewhere, 'secret.js.br'), TEXT);
  await symlink(elsewhere, join(build, 'folder'));
  await symlink(join(elsewhere, 'secret.js'), join(build, 'linked.js'));
  await symlink(join(elsewhere, 'secret.js.br'), join(build, 'copy.js.br'));
  await compressBuild(build);
  expect(await listCompressedFiles(build)).toEqual([]);
  expect((await readdir(build)).toSorted()).toEqual(['copy.js.br', 'folder', 'linked.js']);
  expect((await readdir(elsewhere)).toSorted()).toEqual(['secret.js', 'secret.js.br']);
});
