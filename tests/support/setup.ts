/**
 * Nothing may be printed as an error unless the test says so: what a program complains about while its test is green is
 * a fault nobody looked at.
 */
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let printed: string[] = [];
let spy: MockInstance;

/** What was printed by console.error so far in this test, for a test that expects it. Reading it clears it. */
export function takeConsoleErrors(): string[] {
  const taken = printed;
  printed = [];
  return taken;
}

beforeEach(() => {
  printed = [];
  spy = vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    printed.push(args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' '));
  });
});

afterEach(() => {
  spy.mockRestore();
  expect(takeConsoleErrors(), 'console.error was called').toEqual([]);
});
