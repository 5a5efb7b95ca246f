/**
 * Prepares every test file. Hashes passwords at a low cost, because a hash at the full cost takes 0.2 s of CPU
 * time. Fails a test that calls console.error unexpectedly. Otherwise, errors that a passing test prints would
 * go unnoticed.
 */
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

vi.mock('#lib/auth/password-cost.ts', () => ({ PASSWORD_COST: { N: 2 ** 4, r: 8, p: 1 } }));

let printed: string[] = [];
let spy: MockInstance;

/**
 * Returns and clears the text that console.error has printed in this test. Tests that expect errors call this
 * function.
 */
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
  vi.useRealTimers();
  spy.mockRestore();
  expect(takeConsoleErrors(), 'console.error was called').toEqual([]);
});
