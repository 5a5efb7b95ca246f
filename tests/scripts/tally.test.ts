import { describe, expect, test, vi } from 'vitest';
import { addTallies, printTally, tallyPlaywright, tallyVitest } from '#scripts/tally.ts';

const file = (status: string, ...assertionResults: object[]) => ({ status, assertionResults });

const unexplained = [expect.stringContaining('See the runner’s output')];

describe('tallyVitest', () => {
  test('names the signal that ended the runner', () => {
    const { failed, failures } = tallyVitest({ code: 1, signal: 'SIGTRAP', report: undefined });
    expect(failed).toBe(1);
    expect(failures).toEqual([expect.stringMatching(/^A runner was ended by SIGTRAP,/)]);
  });
  const all = { numPassedTests: 7, numFailedTests: 0, testResults: [file('passed', {})] };

  test('counts the passed tests in a report', () => {
    expect(tallyVitest({ code: 0, report: all })).toEqual({ passed: 7, failed: 0, failures: [] });
  });
  test('lists each failed test with the error message', () => {
    const good = { status: 'passed', fullName: 'is paid once' };
    const bad = { status: 'failed', fullName: 'is sent once', failureMessages: ['expected 1\nto be 2'] };
    const report = {
      ...all,
      numFailedTests: 1,
      testResults: [{ ...file('failed', good, bad), name: 'money.test.ts' }],
    };
    expect(tallyVitest({ code: 1, report })).toEqual({
      passed: 7,
      failed: 1,
      failures: ['money.test.ts › is sent once\n    expected 1\n    to be 2'],
    });
  });
  test.each([
    ['could not be loaded', []],
    ['has a hook that threw', [{ status: 'skipped' }, { status: 'skipped' }]],
  ])('counts a test file that %s as a failure, in addition to the failed tests', (_, results) => {
    const broken = { ...file('failed', ...results), name: 'email.test.ts', message: 'no such module' };
    const bad = { status: 'failed', fullName: 'is sent once', failureMessages: ['2'] };
    const testResults = [broken, { ...file('failed', bad), name: 'money.test.ts' }];
    expect(tallyVitest({ code: 1, report: { ...all, numFailedTests: 1, testResults } })).toEqual({
      passed: 7,
      failed: 2,
      failures: ['email.test.ts\n    no such module', 'money.test.ts › is sent once\n    2'],
    });
  });
  test('counts an error outside all tests as a failure', () => {
    expect(tallyVitest({ code: 1, report: all })).toEqual({ passed: 7, failed: 1, failures: unexplained });
  });
});

describe('tallyPlaywright', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  test('counts the passed tests in a report', () => {
    const report = { stats, errors: [] };
    expect(tallyPlaywright({ code: 0, report })).toEqual({ passed: 5, failed: 0, failures: [] });
  });
  test('counts flaky tests as failed tests', () => {
    const report = { stats: { ...stats, unexpected: 1, flaky: 2 }, errors: [] };
    expect(tallyPlaywright({ code: 1, report })).toMatchObject({ passed: 5, failed: 3 });
  });
  test('lists each failed test in nested suites with the error message', () => {
    const spec = (title: string, ...messages: string[]) => ({
      ok: messages.length === 0,
      file: 'paying.spec.ts',
      line: 7,
      title,
      tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
    });
    const deep = { specs: [spec('is paid'), spec('is sent', 'expected 1', 'still open')] };
    const report = { stats: { ...stats, unexpected: 1 }, suites: [{ specs: [], suites: [deep] }] };
    expect(tallyPlaywright({ code: 1, report }).failures).toEqual([
      'paying.spec.ts:7 › is sent\n    expected 1\n    still open',
    ]);
  });
  test('counts an error outside all tests as a failure', () => {
    const named = ['outside any test\n    no browser'];
    const report = { stats, errors: [{ message: 'no browser' }] };
    expect(tallyPlaywright({ code: 1, report })).toEqual({ passed: 5, failed: 1, failures: named });
    const withoutErrors = { stats, errors: [] };
    expect(tallyPlaywright({ code: 1, report: withoutErrors })).toEqual({
      passed: 5,
      failed: 1,
      failures: unexplained,
    });
  });
});

describe.each([
  ['tallyVitest', tallyVitest],
  ['tallyPlaywright', tallyPlaywright],
] as const)('%s', (_, tally) => {
  test.each([undefined, null, {}, [], 'x', { stats: null, testResults: null, numPassedTests: '7' }])(
    'counts the invalid report %j as a failure, whatever the exit code',
    (report) => {
      expect(tally({ code: 0, report })).toEqual({ passed: 0, failed: 1, failures: unexplained });
      expect(tally({ code: 1, report })).toEqual({ passed: 0, failed: 1, failures: unexplained });
    },
  );
});

test('the tallies of several reports are added up', () => {
  const some = { passed: 1, failed: 2, failures: ['a', 'b'] };
  const more = { passed: 3, failed: 1, failures: ['c'] };
  expect(addTallies(some, more)).toEqual({ passed: 4, failed: 3, failures: ['a', 'b', 'c'] });
  expect(addTallies()).toEqual({ passed: 0, failed: 0, failures: [] });
});

test('failures are printed before counts', () => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => lines.push(line));
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  expect(printTally({ passed: 1, failed: 1, failures: ['is sent once'] })).toBe(1);
  expect(printTally({ passed: 2, failed: 0, failures: [] })).toBe(0);
  expect(lines).toEqual(['\nFAILED is sent once', '1 passed, 1 failed', '2 passed, 0 failed']);
  vi.restoreAllMocks();
});
