import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * What kills and waits takes longest, so it begins first, and what is over in a moment comes last: nothing is waited for
 * alone at the end.
 */
const ROOMS = ['faults', 'service', 'console', 'scripts', 'contract', 'format'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return ROOMS.flatMap((room) => sorted.filter(({ project }) => project.name === room));
  }
}

/** One project a room, so that a room's tests can be run alone: `npx vitest run --project service`. */
const project = (name: string) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], isolate: !PURE.has(name) },
});

/** Nothing in these rooms changes anything outside itself, so their files need no process of their own each. */
const PURE = new Set(['contract', 'format']);

export default defineConfig({
  resolve: {
    // Outside Next nothing sets the condition under which this marker package is empty.
    alias: { 'server-only': path('./node_modules/server-only/empty.js') },
  },
  test: {
    setupFiles: [path('./tests/support/setup.ts')],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only what hangs may meet these: several sign-ins take twenty seconds where four others have the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes at once on an idle machine; a second is too little on a busy one.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: ROOMS.map(project),
  },
});
