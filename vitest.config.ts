import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The test directories in the order in which they run: slowest first, so no slow file runs alone at the end. `npm test`
 * doesn't run the operations tests.
 */
const DIRECTORIES = [
  'operations',
  'faults',
  'service',
  'console',
  'incoming',
  'scripts',
  'contract',
  'format',
];

/** The directory whose tests mostly wait, for example until a call is abandoned. */
const WAITING = 'faults';

/**
 * Sorts files by directory, but spreads the files that mostly wait over the first three quarters of the run,
 * so that other files use the processor meanwhile. Each file that mostly waits causes one shared process to
 * end, because vitest keeps a process only for the next file in the same directory.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const inOrder = DIRECTORIES.flatMap((name) => sorted.filter(({ project }) => project.name === name));
    const waiting = inOrder.filter(({ project }) => project.name === WAITING);
    const busy = inOrder.filter(({ project }) => project.name !== WAITING);
    const distance = Math.max(1, Math.floor((busy.length * 3) / 4 / Math.max(1, waiting.length)));
    const spread = busy.flatMap((file, i) => {
      const next = i % distance === 0 ? waiting[i / distance] : undefined;
      return next ? [next, file] : [file];
    });
    return [...spread, ...waiting.slice(Math.ceil(busy.length / distance))];
  }
}

/**
 * The directories whose test files each run in a process of their own, because the tests change the whole
 * process (incoming) or mostly run other programs. The files in other directories share processes, which load
 * packages and compile PGlite's WebAssembly only once. tests/support/reset-process.ts says what is reset
 * between these files. No files run in threads: threads that compile WebAssembly at the same time can crash
 * Node (https://github.com/nodejs/node/issues/64500).
 */
const OWN_PROCESS = new Set(['operations', 'faults', 'incoming', 'scripts']);

/**
 * Returns the vitest project for a directory. For example, `npx vitest run --project service` runs only the
 * tests in tests/service.
 */
const project = (name: string) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], isolate: OWN_PROCESS.has(name) },
});

export default defineConfig({
  resolve: {
    // Outside of Next, importing the server-only package throws an error.
    alias: { 'server-only': path('./node_modules/server-only/empty.js') },
  },
  test: {
    pool: 'forks',
    execArgv: ['--import', path('./scripts/quick-imports.ts')],
    setupFiles: [path('./tests/support/reset-process.ts'), path('./tests/support/setup.ts')],
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst, setupFiles: 'list' },
    // On a busy machine, several sign-ins can take 20 seconds. Only a test that hangs should time out.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine, the default timeout of one second is too short for expect.poll.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: DIRECTORIES.map(project),
  },
});
