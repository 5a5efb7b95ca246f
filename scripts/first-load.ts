/** The script that a browser is told to load with each page, from what the production build says of itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { root } from './program.ts';

/** In bytes, as sent: gzip at zlib's default level, which is the server's. */
export const FIRST_LOAD_BUDGET = 150_000;

export interface FirstLoad {
  readonly route: string;
  /** As in the page: /_next/static/… */
  readonly chunks: readonly string[];
  readonly bytes: number;
}

/** Polyfills for browsers that know no modules are not among them: no browser of today loads those. */
export async function measureFirstLoads(): Promise<FirstLoad[]> {
  const stats: { route: string; firstLoadChunkPaths: string[] }[] = JSON.parse(
    await readFile(join(root, '.next/diagnostics/route-bundle-stats.json'), 'utf8'),
  );
  const loads = stats.map(async ({ route, firstLoadChunkPaths }) => ({
    route,
    chunks: firstLoadChunkPaths.map((path) => path.replace(/^\.next\//, '/_next/')),
    bytes: await gzipped(firstLoadChunkPaths),
  }));
  return (await Promise.all(loads)).sort((a, b) => a.route.localeCompare(b.route));
}

async function gzipped(paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => (await promisify(gzip)(await readFile(join(root, path)))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
