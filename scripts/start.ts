/**
 * Starts the console for production, as `npm start` and `mailroom start`. If any settings are invalid, lists
 * all invalid settings and exits.
 */
import { hkdfSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import pino from 'pino';
import { z } from 'zod';
import { redactOutput } from '#lib/database/error-report.ts';
import { EnvError, readEnv } from '#lib/env/env.ts';
import { type BuiltRoutes, setBuiltRoutes } from '#lib/http/routes.ts';
import { setCompressedFiles } from '#lib/incoming/compressed-files.ts';
import { setKnownActions } from '#lib/incoming/known-actions.ts';
import { stopCleanly } from '#lib/runtime/clean-stop.ts';
import { redirectConsole } from '#lib/runtime/console-output.ts';
import { logDestination } from '#lib/runtime/pretty-log.ts';
import { readRelease } from '#lib/runtime/release.ts';
import { nameCommand, readArguments, UsageError } from './command.ts';
import { listCompressedFiles } from './compress-build.ts';
import { onNpmEnd } from './npm.ts';
import { portProblem } from './ports.ts';
import { root } from './program.ts';

/**
 * Idle connections stay open longer than the proxies in `deploy` keep them open. If the console closed them
 * first, a proxy could lose a request that it was sending at that moment.
 */
const IDLE_CONNECTION_MS = 75_000;

const USAGE = `Usage: ${nameCommand('start')}. Starts the console. All settings are read from the environment and the settings file.`;

const routesManifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

function readSettings() {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (error instanceof EnvError) exitWithError(error.message);
    throw error;
  }
}

function exitWithError(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** All consoles with the same secret must have the same key. */
const deriveKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'mailroom server actions', 32)).toString('base64');

const build = join(root, '.next');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(build, file), 'utf8'));

/** Returns the ids of the server actions in the build. */
function readActionIds(): string[] {
  const manifest = readJson('server/server-reference-manifest.json');
  const { node } = z.object({ node: z.record(z.string(), z.unknown()) }).parse(manifest);
  return Object.keys(node);
}

/** Returns Next's configuration from the build. */
function readNextConfig(): Readonly<Record<string, unknown>> {
  const { config } = z
    .object({ config: z.record(z.string(), z.unknown()) })
    .parse(readJson('required-server-files.json'));
  return config;
}

/** Returns the build's routes. */
function readRoutes(): BuiltRoutes {
  const { staticRoutes, dynamicRoutes } = routesManifest.parse(readJson('routes-manifest.json'));
  return {
    fixed: staticRoutes.map(({ page }) => page),
    patterns: dynamicRoutes.map(({ page, regex }) => ({ route: page, pattern: new RegExp(regex) })),
  };
}

function readCommandLine(): void {
  try {
    if (readArguments({ usage: USAGE, count: 0 }) === null) process.exit(0);
  } catch (error) {
    if (error instanceof UsageError) exitWithError(error.message);
    throw error;
  }
}

readCommandLine();
const { host, port, logLevel, logFormat, metrics, dataFolder, secret, shutdownMs, shutdownDelayMs } =
  readSettings();
if (!existsSync(join(build, 'BUILD_ID'))) {
  exitWithError('The console hasn’t been built yet. Run `npm run build` first.');
}
const portError =
  (await portProblem(port, 'PORT', { name: host, setting: 'HOST' })) ??
  (metrics &&
    (await portProblem(metrics.port, 'METRICS_PORT', { name: metrics.host, setting: 'METRICS_HOST' })));
if (portError) exitWithError(portError);

// With 50 concurrent readers, the console needs 100 MB of heap memory.
// Without this flag, garbage that hasn't been collected yet takes up another 350 MB.
setFlagsFromString('--heap-growing-percent=50');
// PGlite is compiled while the console runs. Each parallel task of the compiler would take up to 100 MB.
setFlagsFromString('--wasm-num-compilation-tasks=1');

const log = pino({ level: logLevel }, logDestination(logFormat));
stopCleanly({
  shutdownMs,
  delayMs: shutdownDelayMs,
  report: (message, signal) => log.info({ signal }, message),
});
onNpmEnd('start', () => process.kill(process.pid, 'SIGTERM'));

// Next prints some warnings before the console has set up its own log.
redirectConsole((level, text, error) => {
  // Next prints its “ready” banner before the console is loaded.
  if (level !== 'info') log[level](redactOutput(`${text} ${error?.message ?? ''}`.trim()));
});
log.info({ ...readRelease(), node: process.version }, 'starting');

setKnownActions(readActionIds());
setBuiltRoutes(readRoutes());
setCompressedFiles(await listCompressedFiles());

Object.assign(process.env, {
  // Next encrypts the values that an action defined inside a component refers to. The build's own key is the
  // same in every installation.
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: deriveKey(secret),
  // A relative path refers to the directory in which the operator started the console.
  MAILROOM_DATA: resolve(dataFolder),
  NODE_ENV: 'production',
  // lib/runtime/clean-stop.ts, not Next, handles signals.
  NEXT_MANUAL_SIG_HANDLE: 'true',
  NEXT_RUNTIME: 'nodejs',
  NEXT_TELEMETRY_DISABLED: '1',
  // Next's own standalone servers start in the same way. Without this variable, Next would load next.config.mjs and the
  // modules that check it, which the package doesn't contain.
  __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(readNextConfig()),
});
process.chdir(root);
// Next runs in this process, so that the process can be stopped cleanly.
const { startServer } = await import('next/dist/server/lib/start-server.js');
await startServer({
  dir: root,
  isDev: false,
  hostname: host,
  port,
  allowRetry: false,
  keepAliveTimeout: IDLE_CONNECTION_MS,
});
log.info({ host, port }, 'ready');
