/** Lists the repository files that the package contains. */
import { cp, glob, lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from './program.ts';

/**
 * Next writes a list of the files that each part of the build loads. The lists can also contain files that a
 * part only seems to load.
 */
const TRACES = ['.next/next-server.js.nft.json', '.next/server/**/*.nft.json'];
const TRACED = /^(\.next|node_modules)\//;

/**
 * Files in the build that Next and `mailroom start` read by name. `.next/node_modules` contains symbolic
 * links.
 */
const BUILD_FILES = [
  '.next/*.json',
  '.next/BUILD_ID',
  '.next/node_modules/**',
  '.next/static/**',
  '.next/server/**',
];

/** Files that the programs read by name. */
const OTHER_FILES = [
  'lib/store/migrations/*.sql',
  'lib/store/migrations/meta/_journal.json',
  'node_modules/@fontsource-variable/{inter,source-serif-4}/{package.json,*.css,files/*}',
  // rate-limiter-flexible loads drizzle-orm by a computed name.
  'node_modules/drizzle-orm/{package.json,**/*.js}',
  '.env.example',
];

/**
 * Source maps, lists of traced files, TypeScript, and packages' own tests, which nothing loads at runtime. PGlite's
 * extensions are archives that only databases with extensions need.
 */
const NEVER =
  /\.(map|nft\.json|tsx?|cts|mts|md)$|^node_modules\/[^/]+\/test\/|^node_modules\/@electric-sql\/pglite\/.*\.tar\.gz$/;

/** Returns the files' paths, relative to the root. */
export async function listPackageFiles(): Promise<string[]> {
  const paths = new Set(await listTracedFiles());
  for await (const entry of glob([...BUILD_FILES, ...OTHER_FILES], { cwd: root, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    paths.add(relative(root, join(entry.parentPath, entry.name)));
  }
  return [...paths].filter((path) => !NEVER.test(path)).sort();
}

async function listTracedFiles(): Promise<string[]> {
  const found: string[] = [];
  for await (const trace of glob(TRACES, { cwd: root })) {
    const { files }: { files: string[] } = JSON.parse(await readFile(join(root, trace), 'utf8'));
    found.push(...files.map((file) => normalize(join(dirname(trace), file))));
  }
  return found.filter((path) => TRACED.test(path));
}

/** Copies the files to another folder. Symbolic links stay links, and must not point outside the root. */
export async function copyFiles(paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) {
    const source = join(root, path);
    if ((await lstat(source)).isDirectory()) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(source, join(folder, path), { verbatimSymlinks: true });
  }
}
