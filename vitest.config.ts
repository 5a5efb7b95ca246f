import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What kills and waits takes longest, so it begins first and nothing waits for it alone at the end. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isOfFaults = ({ project }: TestSpecification) => project.name === 'faults';
    return [...sorted.filter(isOfFaults), ...sorted.filter((file) => !isOfFaults(file))];
  }
}

/** One project a room, so that a room's tests can be run alone: `npx vitest run --project service`. */
const project = (name: string) => ({ test: { name, include: [`tests/${name}/**/*.test.ts`] } });

export default defineConfig({
  resolve: {
    // Outside Next nothing sets the condition under which this marker package is empty.
    alias: { 'server-only': path('./node_modules/server-only/empty.js') },
  },
  test: {
    setupFiles: [path('./tests/support/setup.ts')],
    maxWorkers: 2,
    sequence: { sequencer: FaultsFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What is waited for comes at once on an idle machine; a second is too little on a busy one.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: ['contract', 'service', 'console', 'format', 'scripts', 'faults'].map(project),
  },
});
