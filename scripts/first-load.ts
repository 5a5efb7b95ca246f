/**
 * Measures the scripts that browsers load with each page. Reads the list of scripts from the production
 * build's report.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { root } from './program.ts';

/**
 * The maximum size of a route's scripts, in bytes after gzip compression. The server and this script use
 * zlib's default compression level.
 */
export const FIRST_LOAD_BUDGET = 142_000;

export interface FirstLoad {
  readonly route: string;
  /** Script paths as they appear in the page: /_next/static/… */
  readonly chunks: readonly string[];
  readonly bytes: number;
}

/** Measures each route's scripts, except the polyfills that only browsers without module support load. */
export async function measureFirstLoads(): Promise<FirstLoad[]> {
  const stats: { route: string; firstLoadChunkPaths: string[] }[] = JSON.parse(
    await readFile(join(root, '.next/diagnostics/route-bundle-stats.json'), 'utf8'),
  );
  const loads = stats.map(async ({ route, firstLoadChunkPaths }) => ({
    route,
    chunks: firstLoadChunkPaths.map((path) => path.replace(/^\.next\//, '/_next/')),
    bytes: await gzippedSize(firstLoadChunkPaths),
  }));
  return (await Promise.all(loads)).sort((a, b) => a.route.localeCompare(b.route));
}

async function gzippedSize(paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => (await promisify(gzip)(await readFile(join(root, path)))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
