/**
 * A Next app with a route handler that returns a constant, a page with one paragraph, and a page about as
 * large as the campaign list. Benchmarks compare the console with this app, whose only cost is that of Next
 * and React. A server without Next renders the large page, too, and shows what React alone costs.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { hashFiles } from '#scripts/build.ts';
import { freePort } from '#scripts/ports.ts';
import { isResponding, root, startProgram, waitUntilReady } from '#scripts/program.ts';
import { runNode } from '../support/run-node.ts';
import { createMeter, type MeasuredServer } from './meter.ts';

const READY_TIMEOUT_MS = 60_000;
const folder = join(import.meta.dirname, 'bare');
const next = join(root, 'node_modules/next/dist/bin/next');
const STAMP_FILE = join(folder, '.next/sources.txt');
/** The package lock determines the version of Next. */
const SOURCES = ['tests/bench/bare/{app/**/*,*.jsx,next.config.mjs}', 'package-lock.json'];
/** The bundle of the server without Next. */
const REACT_SERVER = join(folder, '.next/react-server.mjs');

/** The path of the app's route handler. The pages' paths are "/" and "/list". */
export const BARE_HANDLER = '/constant';

type BareServer = MeasuredServer & { stop(): Promise<void> };

/** Starts the production build of the app, and builds the app first if necessary. */
export async function startBareApp(): Promise<BareServer> {
  await ensureBareBuild();
  return startServer((port) => [next, 'start', folder, '-H', '127.0.0.1', '-p', String(port)]);
}

/** Starts the server that renders the large page with React alone, for every path. */
export async function startReactServer(): Promise<BareServer> {
  await ensureBareBuild();
  return startServer(() => [REACT_SERVER]);
}

async function startServer(argumentsFor: (port: number) => string[]): Promise<BareServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const meter = await createMeter();
  const program = startProgram(argumentsFor(port), {
    env: { ...meter.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PORT: String(port) },
  });
  await waitUntilReady(program, () => isResponding(url), READY_TIMEOUT_MS);
  return {
    url,
    meter,
    async stop() {
      await program.stop();
      await meter.remove();
    },
  };
}

async function ensureBareBuild(): Promise<void> {
  const sources = await hashFiles(SOURCES);
  if (existsSync(STAMP_FILE) && (await readFile(STAMP_FILE, 'utf8')) === sources) return;
  console.log('Building the bare Next app …');
  const { code, out, err } = await runNode([next, 'build'], {
    cwd: folder,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0) throw new Error(`The bare Next app couldn’t be built.\n${out}${err}`);
  await build({
    entryPoints: [join(folder, 'react-server.jsx')],
    outfile: REACT_SERVER,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // React is a CommonJS package, which needs `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await writeFile(STAMP_FILE, sources);
}
