/**
 * `npm start`: starts the console for production. If any settings are invalid, lists all of them and exits.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import pino from 'pino';
import { z } from 'zod';
import { redactOutput } from '#lib/database/error-report.ts';
import { EnvError, readEnv } from '#lib/env/env.ts';
import { setCompressedFiles } from '#lib/incoming/compressed-files.ts';
import { setKnownActions } from '#lib/incoming/known-actions.ts';
import { stopCleanly } from '#lib/runtime/clean-stop.ts';
import { redirectConsole } from '#lib/runtime/console-output.ts';
import { listCompressedFiles } from './compress-build.ts';
import { onNpmEnd } from './npm.ts';
import { portProblem } from './ports.ts';
import { root } from './program.ts';

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

/** Returns the ids of the server actions in the build. */
function readActionIds(): string[] {
  const manifest = readFileSync(join(root, '.next/server/server-reference-manifest.json'), 'utf8');
  const { node } = z.object({ node: z.record(z.string(), z.unknown()) }).parse(JSON.parse(manifest));
  return Object.keys(node);
}

const { host, port, logLevel } = readSettings();
if (!existsSync(join(root, '.next/BUILD_ID'))) {
  exitWithError('The console hasn’t been built yet. Run `npm run build` first.');
}
const portError = await portProblem(port, 'PORT');
if (portError) exitWithError(portError);

// With 50 concurrent readers, the console needs 100 MB of heap memory.
// Without this flag, garbage that hasn't been collected yet takes up another 350 MB.
setFlagsFromString('--heap-growing-percent=50');

stopCleanly();
onNpmEnd('start', () => process.kill(process.pid, 'SIGTERM'));

// Next prints its banner and some warnings before the console has set up its own log.
const log = pino({ level: logLevel });
redirectConsole((level, text, error) => log[level](redactOutput(`${text} ${error?.message ?? ''}`.trim())));

setKnownActions(readActionIds());
setCompressedFiles(await listCompressedFiles());

// Next's command line runs in this process, because Next must receive signals.
// All remaining arguments are passed on to Next.
process.chdir(root);
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
process.argv.splice(2, 0, 'start', '--hostname', host, '--port', String(port));
createRequire(import.meta.url)('next/dist/bin/next');
