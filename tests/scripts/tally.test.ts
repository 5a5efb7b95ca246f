import { describe, expect, test } from 'vitest';
import { add, tallyPlaywright, tallyVitest } from '#scripts/tally.ts';

const file = (status: string, ...assertionResults: object[]) => ({ status, assertionResults });

describe('vitest', () => {
  const all = { numPassedTests: 7, numFailedTests: 0, testResults: [file('passed', {})] };

  test('all passed', () => {
    expect(tallyVitest({ code: 0, report: all })).toEqual({ passed: 7, failed: 0 });
  });
  test('some failed', () => {
    const report = { ...all, numFailedTests: 2, testResults: [file('failed', {}, {})] };
    expect(tallyVitest({ code: 1, report })).toEqual({ passed: 7, failed: 2 });
  });
  test('a file that could not be loaded is a failure', () => {
    const report = { ...all, testResults: [file('failed'), file('passed', {})] };
    expect(tallyVitest({ code: 1, report })).toEqual({ passed: 7, failed: 1 });
  });
  test('an error outside any test is a failure', () => {
    expect(tallyVitest({ code: 1, report: all })).toEqual({ passed: 7, failed: 1 });
  });
});

describe('playwright', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  test('all passed', () => {
    expect(tallyPlaywright({ code: 0, report: { stats, errors: [] } })).toEqual({ passed: 5, failed: 0 });
  });
  test('some failed, and what passed at a second try did not pass', () => {
    const report = { stats: { ...stats, unexpected: 1, flaky: 2 }, errors: [] };
    expect(tallyPlaywright({ code: 1, report })).toEqual({ passed: 5, failed: 3 });
  });
  test('an error outside any test is a failure', () => {
    expect(tallyPlaywright({ code: 1, report: { stats, errors: [{}] } })).toEqual({ passed: 5, failed: 1 });
    expect(tallyPlaywright({ code: 1, report: { stats, errors: [] } })).toEqual({ passed: 5, failed: 1 });
  });
});

describe.each([tallyVitest, tallyPlaywright])('%o', (tally) => {
  test.each([undefined, null, {}, [], 'x', { stats: null, testResults: null, numPassedTests: '7' }])(
    'a runner that left %j is a failure, whatever its exit code',
    (report) => {
      expect(tally({ code: 0, report })).toEqual({ passed: 0, failed: 1 });
      expect(tally({ code: 1, report })).toEqual({ passed: 0, failed: 1 });
    },
  );
});

test('tallies add up', () => {
  expect(add({ passed: 1, failed: 2 }, { passed: 3, failed: 4 })).toEqual({ passed: 4, failed: 6 });
  expect(add()).toEqual({ passed: 0, failed: 0 });
});
