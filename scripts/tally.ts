/** How many tests passed and which failed, from what the two runners report; and the words in which a run ends. */

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Which and how, to be read at the end of a long run: a text each, its first line the test's file and name. */
  readonly failures: readonly string[];
}

/** What a runner left: its exit code and its JSON report, undefined when it left none that can be read. */
export interface RunnerResult {
  readonly code: number;
  readonly report: unknown;
}

/** Vitest's JSON report: counts by test. A file that failed, but none of its tests (it didn't load, a hook threw), counts as one. */
export function tallyVitest({ code, report }: RunnerResult): Tally {
  const { numPassedTests, numFailedTests, testResults } = Object(report);
  const files = list(testResults);
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && !list(assertionResults).some(isFailed),
  );
  return settled(code, count(numPassedTests), count(numFailedTests) + broken.length, [
    ...broken.map(({ name, message }) => failure([name], [message])),
    ...files.flatMap(failuresOfFile),
  ]);
}

const isFailed = ({ status }: Part) => status === 'failed';

function failuresOfFile({ name, assertionResults }: Part): string[] {
  return list(assertionResults)
    .filter(isFailed)
    .map(({ fullName, failureMessages }) => failure([name, fullName], texts(failureMessages)));
}

/** Playwright's JSON report. `errors` are those outside any test: a file that could not be loaded, a fixture's end. */
export function tallyPlaywright({ code, report }: RunnerResult): Tally {
  const { stats, errors, suites } = Object(report);
  const { expected, unexpected, flaky } = Object(stats);
  const outside = list(errors);
  return settled(code, count(expected), count(unexpected) + count(flaky) + outside.length, [
    ...outside.map(({ message }) => failure(['outside any test'], [message])),
    ...list(suites).flatMap(failuresOfSuite),
  ]);
}

function failuresOfSuite(suite: Part): string[] {
  const unwell = list(suite.specs).filter(({ ok }) => ok === false);
  const own = unwell.map(({ file, line, title, tests }) => {
    const errors = list(tests).flatMap(({ results }) =>
      list(results).flatMap((result) => list(result.errors)),
    );
    return failure([`${file}:${line}`, title], texts(errors.map(({ message }) => message)));
  });
  return [...own, ...list(suite.suites).flatMap(failuresOfSuite)];
}

/** A runner that ran nothing, or that ended badly without a failed test to show for it, is a failure of its own. */
function settled(code: number, passed: number, failed: number, failures: readonly string[]): Tally {
  const isUnexplained = failed === 0 && (code !== 0 || passed === 0);
  if (!isUnexplained) return { passed, failed, failures };
  const text = `A runner ended with code ${code}, ${passed} tests passed and none failed: its own output says why.`;
  return { passed, failed: 1, failures: [text] };
}

const LINES_OF_A_FAILURE = 20;

function failure(names: readonly unknown[], messages: readonly unknown[]): string {
  const lines = texts(messages)
    .flatMap((message) => message.split('\n'))
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, LINES_OF_A_FAILURE);
  return [texts(names).join(' › '), ...lines.map((line) => `    ${line}`)].join('\n');
}

export function addTallies(...tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** The end of a run: what failed, then the line that says how many. @returns the exit code */
export function printTally({ passed, failed, failures }: Tally): 0 | 1 {
  for (const text of failures) console.error(`\nFAILED ${text}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

type Part = Readonly<Record<string, unknown>>;

function list(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value.map((item) => Object(item)) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
