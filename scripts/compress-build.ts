/**
 * After Next's build, stores a Brotli-compressed copy of each of the build's scripts, style sheets, and SVG
 * images, at the highest and slowest quality level. `lib/incoming/compressed-files.ts` serves the copies.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { COMPRESSED_TYPES, COPY_SUFFIX } from '#lib/incoming/compressed-files.ts';
import { root } from './program.ts';

/** The only folder of the build whose files the console serves. */
const STATIC_FOLDER = join(root, '.next/static');

export async function compressBuild(folder = STATIC_FOLDER): Promise<void> {
  const files = (await listFiles(folder)).filter((file) => extname(file) in COMPRESSED_TYPES);
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const copy = await promisify(brotliCompress)(content, { params });
  if (copy.length >= content.length) return;
  // If the process ends while it's writing, the next start must not find an incomplete copy.
  await writeFile(`${file}.tmp`, copy);
  await rename(`${file}.tmp`, `${file}${COPY_SUFFIX}`);
}

/** Returns the URL paths of the files that have a compressed copy. */
export async function listCompressedFiles(folder = STATIC_FOLDER): Promise<string[]> {
  const copies = (await listFiles(folder)).filter((file) => file.endsWith(COPY_SUFFIX));
  return copies.map((copy) => `/_next/static/${copy.slice(0, -COPY_SUFFIX.length)}`);
}

/** Returns the paths of the folder's files, relative to the folder. Doesn't follow or return symbolic links. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
