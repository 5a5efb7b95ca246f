/** `npm start`: the console for production. Refuses wrong settings all at once, before anything starts. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { EnvError, readEnv } from '#lib/env/env.ts';
import { portProblem } from './ports.ts';
import { root } from './program.ts';

function settings() {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (error instanceof EnvError) refuse(error.message);
    throw error;
  }
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const { port } = settings();
if (!existsSync(join(root, '.next/BUILD_ID'))) {
  refuse('The console has no build yet. Run `npm run build` first.');
}
const taken = await portProblem(port, 'PORT');
if (taken) refuse(taken);

// Measured under fifty readers: 100 MB are alive, and without this another 350 wait to be collected.
setFlagsFromString('--heap-growing-percent=50');

// Next's own command line, in this very process: one program to signal and to end. Further options go to it.
process.chdir(root);
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
process.argv.splice(2, 0, 'start', '--port', String(port));
createRequire(import.meta.url)('next/dist/bin/next');
