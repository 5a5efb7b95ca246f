/** Captures what the console logs. */
import { beforeEach, onTestFinished } from 'vitest';
import { createLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

export interface CapturedLog {
  /** Returns the current test's log as text. */
  readonly readText: () => string;
  /** Returns the entries in the current test's log, oldest first. */
  readonly readEntries: () => Record<string, unknown>[];
  readonly clear: () => void;
}

/** Captures the log of each test in the calling file. Call this function after the settings are applied. */
export function captureLog(): CapturedLog {
  let lines: string[] = [];
  beforeEach(() => {
    lines = [];
    dropSingleton('log');
    singleton('log', () => createLog('info', { write: (line: string) => void lines.push(line) }));
    onTestFinished(() => dropSingleton('log'));
  });
  return {
    readText: () => lines.join(''),
    readEntries: () => lines.map((line) => JSON.parse(line)),
    clear: () => {
      lines = [];
    },
  };
}
