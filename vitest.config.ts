import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The test directories in the order in which they run: slowest first, so no slow file runs alone at the end. `npm test`
 * doesn't run the operations tests.
 */
const DIRECTORIES = ['operations', 'faults', 'service', 'console', 'scripts', 'contract', 'format'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return DIRECTORIES.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

/**
 * Returns the vitest project for a directory. For example, `npx vitest run --project service` runs only the
 * tests in tests/service.
 */
const project = (name: string) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], isolate: !PURE.has(name) },
});

/** The directories whose tests have no side effects. Test files without side effects can share a process. */
const PURE = new Set(['contract', 'format']);

export default defineConfig({
  resolve: {
    // Outside of Next, importing the server-only package throws an error.
    alias: { 'server-only': path('./node_modules/server-only/empty.js') },
  },
  test: {
    setupFiles: [path('./tests/support/setup.ts')],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // On a busy machine, several sign-ins can take 20 seconds. Only a test that hangs should time out.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine, the default timeout of one second is too short for expect.poll.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: DIRECTORIES.map(project),
  },
});
