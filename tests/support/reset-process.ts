/**
 * Resets what an earlier test file in the same process left behind: the modules of this project, the
 * environment variables, the console's singletons, and fake timers. Runs before each file, because hooks at
 * the end of a file don't run if the file fails to load. A test file must undo any other change to the
 * process, stop its timers, and wait for its background work, because old modules would otherwise use the
 * next file's singletons.
 */
import { vi } from 'vitest';

const globals = globalThis as unknown as Record<symbol, unknown>;
const INITIAL_ENV = Symbol.for('tests.initial-env');

globals[INITIAL_ENV] ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, globals[INITIAL_ENV]);
for (const key of Object.getOwnPropertySymbols(globals)) {
  if (key.description?.startsWith('mailroom.')) delete globals[key];
}
vi.useRealTimers();
vi.resetModules();
