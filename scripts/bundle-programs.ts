/**
 * Bundles the `mailroom` command's programs, so that the package needs neither TypeScript nor most npm
 * packages.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './program.ts';

/** Packages that load files relative to their own modules. The console's build needs the same packages. */
const EXTERNAL = ['next', 'next/*', '@electric-sql/pglite', '@electric-sql/pglite/*', 'sharp', 'pino'];

/** CommonJS packages in an ES module need `require`. */
const BANNER = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);`;

/** @param folder an empty folder next to the package's `.next` folder */
export async function bundlePrograms(folder: string): Promise<void> {
  await build({
    entryPoints: [join(root, 'scripts/mailroom.ts')],
    outdir: folder,
    bundle: true,
    // Each program is a file of its own, so that starting the console doesn't load the others.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Outside of Next, importing the server-only package throws an error, except with this condition.
    conditions: ['react-server'],
    // The list of common passwords, which is loaded on demand, has named exports only in its ES module.
    mainFields: ['module', 'main'],
    external: [...EXTERNAL, 'pg-native'],
    banner: { js: BANNER },
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}
