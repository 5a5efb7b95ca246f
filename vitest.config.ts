import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The test directories, slowest first, so that a slow file doesn't run alone at the end. */
const DIRECTORIES = ['faults', 'service', 'console', 'scripts', 'contract', 'format'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return DIRECTORIES.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

/** Returns a directory's project, so that each directory can be run alone: `npx vitest run --project service`. */
const project = (name: string) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], isolate: !PURE.has(name) },
});

/** The directories whose tests have no side effects, so their files can share a process. */
const PURE = new Set(['contract', 'format']);

export default defineConfig({
  resolve: {
    // This package is empty only under a condition that Next sets.
    alias: { 'server-only': path('./node_modules/server-only/empty.js') },
  },
  test: {
    setupFiles: [path('./tests/support/setup.ts')],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // High enough for a busy machine, where several sign-ins can take 20 seconds. Only a test that hangs should time out.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: DIRECTORIES.map(project),
  },
});
