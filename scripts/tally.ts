/** Counts the passed and failed tests in vitest's and Playwright's reports, and prints the totals. */

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One description per failure. The first line of a description is the test's file and name. */
  readonly failures: readonly string[];
}

/** How a test runner ended, and its JSON report. The report is undefined if it's missing or unreadable. */
export interface RunnerResult {
  readonly code: number;
  /** The signal that ended the runner, if any. */
  readonly signal?: string | undefined;
  readonly report: unknown;
}

/**
 * Reads vitest's JSON report. If a file fails but none of its tests do, the file counts as one failure. For
 * example, a file fails if it doesn't load or if a hook throws an error.
 */
export function tallyVitest(result: RunnerResult): Tally {
  const { numPassedTests, numFailedTests, testResults } = Object(result.report);
  const files = toList(testResults);
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && !toList(assertionResults).some(isFailed),
  );
  return withUnexplainedFailure(result, toCount(numPassedTests), toCount(numFailedTests) + broken.length, [
    ...broken.map(({ name, message }) => formatFailure([name], [message])),
    ...files.flatMap(listFileFailures),
  ]);
}

const isFailed = ({ status }: JsonObject) => status === 'failed';

function listFileFailures({ name, assertionResults }: JsonObject): string[] {
  return toList(assertionResults)
    .filter(isFailed)
    .map(({ fullName, failureMessages }) => formatFailure([name, fullName], toTexts(failureMessages)));
}

/**
 * Reads Playwright's JSON report. The report's `errors` list errors that occurred outside of tests, for
 * example when a file didn't load.
 */
export function tallyPlaywright(result: RunnerResult): Tally {
  const { stats, errors, suites } = Object(result.report);
  const { expected, unexpected, flaky } = Object(stats);
  const outside = toList(errors);
  return withUnexplainedFailure(
    result,
    toCount(expected),
    toCount(unexpected) + toCount(flaky) + outside.length,
    [
      ...outside.map(({ message }) => formatFailure(['outside any test'], [message])),
      ...toList(suites).flatMap(listSuiteFailures),
    ],
  );
}

function listSuiteFailures(suite: JsonObject): string[] {
  const failedSpecs = toList(suite.specs).filter(({ ok }) => ok === false);
  const own = failedSpecs.map(({ file, line, title, tests }) => {
    const errors = toList(tests).flatMap(({ results }) =>
      toList(results).flatMap((result) => toList(result.errors)),
    );
    return formatFailure([`${file}:${line}`, title], toTexts(errors.map(({ message }) => message)));
  });
  return [...own, ...toList(suite.suites).flatMap(listSuiteFailures)];
}

/** Adds a failure if the runner didn't run any tests, or if it exited with an error but no test failed. */
function withUnexplainedFailure(
  { code, signal }: RunnerResult,
  passed: number,
  failed: number,
  failures: readonly string[],
): Tally {
  const isUnexplained = failed === 0 && (code !== 0 || passed === 0);
  if (!isUnexplained) return { passed, failed, failures };
  const end = signal === undefined ? `ended with code ${code}` : `was ended by ${signal}`;
  const text = `A runner ${end}, but ${passed} tests passed and none failed. See the runner’s output.`;
  return { passed, failed: 1, failures: [text] };
}

const MAX_FAILURE_LINES = 20;

function formatFailure(names: readonly unknown[], messages: readonly unknown[]): string {
  const lines = toTexts(messages)
    .flatMap((message) => message.split('\n'))
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MAX_FAILURE_LINES);
  return [toTexts(names).join(' › '), ...lines.map((line) => `    ${line}`)].join('\n');
}

export function addTallies(...tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** Prints the failures, then the number of passed and failed tests. @returns the exit code */
export function printTally({ passed, failed, failures }: Tally): 0 | 1 {
  for (const text of failures) console.error(`\nFAILED ${text}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

type JsonObject = Readonly<Record<string, unknown>>;

function toList(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((item) => Object(item)) : [];
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
