/** Child programs that never outlive their starter. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const root = resolve(import.meta.dirname, '..');
const EXIT_WITH_PARENT = join(import.meta.dirname, 'exit-with-parent.ts');
const GRACE_MS = 10_000;
const KEPT_LINES = 40;

export interface Program {
  readonly pid: number | undefined;
  /** Resolves (never rejects) when it has ended, saying how: "exit code 1", "SIGKILL". */
  readonly ended: Promise<string>;
  /** The last lines it printed, for telling why it ended. */
  lastLines(): string;
  /** Asks it to end, and makes it after 10 s. */
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** Added to this process's own; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly onLine?: (line: string, from: 'stdout' | 'stderr') => void;
}

/** Starts a Node program of this repository; `args` as after `node`. */
export function startProgram(args: readonly string[], { env = {}, onLine }: StartOptions = {}): Program {
  const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C reaches the starter only, which then ends its programs in its own order.
    detached: true,
  });
  const kept: string[] = [];
  for (const from of ['stdout', 'stderr'] as const) {
    createInterface({ input: child[from] }).on('line', (line) => {
      kept.push(line);
      if (kept.length > KEPT_LINES) kept.shift();
      onLine?.(line, from);
    });
  }
  // Ends a moment before its pipe is closed: nothing to do about it, and nothing lost.
  child.stdin.on('error', () => undefined);

  let running = true;
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`));
  }).finally(() => {
    running = false;
  });

  return {
    pid: child.pid,
    ended,
    lastLines: () => kept.join('\n'),
    async stop() {
      if (running) child.kill('SIGTERM');
      const impatience = setTimeout(() => running && child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(impatience);
    },
    async kill() {
      if (running) child.kill('SIGKILL');
      await ended;
    },
  };
}

export class NotReady extends Error {}

/** Asks until `ready` says so. @throws NotReady, with what was printed, when the program ends first or time is up */
export async function waitUntilReady(
  program: Program,
  ready: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<void> {
  let end: string | undefined;
  program.ended.then((how) => {
    end = how;
  });
  const deadline = Date.now() + withinMs;
  while (!(await ready())) {
    if (end !== undefined)
      throw new NotReady(`It ended (${end}) before it was ready.\n${program.lastLines()}`);
    if (Date.now() > deadline)
      throw new NotReady(`It was not ready after ${withinMs / 1000} s.\n${program.lastLines()}`);
    await new Promise((again) => setTimeout(again, 100));
  }
}

/** Whether an address answers at all, whatever it says. */
export async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    // Not listening yet: that is the answer.
    return false;
  }
}
