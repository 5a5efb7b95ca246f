/** How many tests passed and failed, from what the two runners report. */

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** What a runner left: its exit code and its JSON report, undefined when it left none that can be read. */
export interface Run {
  readonly code: number;
  readonly report: unknown;
}

/** Vitest's JSON report: counts by test. A file that could not be loaded has no tests and counts as one failure. */
export function tallyVitest({ code, report }: Run): Tally {
  const { numPassedTests, numFailedTests, testResults } = Object(report);
  const files: unknown[] = Array.isArray(testResults) ? testResults : [];
  const unloaded = files.filter((file) => {
    const { status, assertionResults } = Object(file);
    return status === 'failed' && Array.isArray(assertionResults) && assertionResults.length === 0;
  });
  return settled(code, count(numPassedTests), count(numFailedTests) + unloaded.length);
}

/** Playwright's JSON report. `errors` are those outside any test: a file that could not be loaded, a fixture's end. */
export function tallyPlaywright({ code, report }: Run): Tally {
  const { stats, errors } = Object(report);
  const { expected, unexpected, flaky } = Object(stats);
  const outside = Array.isArray(errors) ? errors.length : 0;
  return settled(code, count(expected), count(unexpected) + count(flaky) + outside);
}

/** A runner that ran nothing, or that ended badly without a failed test to show for it, is a failure of its own. */
function settled(code: number, passed: number, failed: number): Tally {
  const unexplained = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: failed + (unexplained ? 1 : 0) };
}

export function add(...tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
