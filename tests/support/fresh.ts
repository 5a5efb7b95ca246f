/**
 * A worker runs one file after the other, so that what comes from npm is loaded and compiled once a worker. What is ours
 * each file gets anew: its modules, its singletons, the time and the settings.
 */
import { vi } from 'vitest';

const ENVIRONMENT = Symbol.for('tests.environment');
const OURS = /^mailroom\./;

const world = globalThis as unknown as Record<symbol, unknown>;
world[ENVIRONMENT] ??= { ...process.env };
const began = world[ENVIRONMENT] as NodeJS.ProcessEnv;

vi.resetModules();
vi.useRealTimers();
for (const key of Object.getOwnPropertySymbols(world)) {
  if (OURS.test(Symbol.keyFor(key) ?? '')) delete world[key];
}
for (const name of Object.keys(process.env)) if (!(name in began)) delete process.env[name];
Object.assign(process.env, began);
