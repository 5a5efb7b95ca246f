/** Starts child programs that never outlive their parent. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const root = resolve(import.meta.dirname, '..');
const preload = (name: string) => ['--import', join(import.meta.dirname, name)];
/** The arguments with which a program of this repository starts faster. */
export const QUICK_IMPORTS = preload('quick-imports.ts');
const PRELOADED = [...preload('exit-with-parent.ts'), ...QUICK_IMPORTS];
const GRACE_MS = 10_000;
const MAX_LAST_LINES = 40;

export interface Program {
  readonly pid: number | undefined;
  /** When the program has ended, resolves with text such as "exit code 1" or "SIGKILL". Never rejects. */
  readonly ended: Promise<string>;
  /** Returns the last lines of the program's output, for use in error messages. */
  lastLines(): string;
  /** Sends SIGTERM, followed by SIGKILL if the program is still running after 10 s. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /**
   * Environment variables for the child, in addition to this process's variables. To remove a variable, set
   * it to undefined.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly onLine?: (line: string, from: 'stdout' | 'stderr') => void;
}

/** Starts a Node program in this repository. @param args the arguments for `node` */
export function startProgram(args: readonly string[], { env = {}, onLine }: StartOptions = {}): Program {
  const child = spawn(process.execPath, [...PRELOADED, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a new process group, the child doesn't receive Ctrl-C. The parent stops its children in order.
    detached: true,
  });
  const lastLines: string[] = [];
  for (const from of ['stdout', 'stderr'] as const) {
    createInterface({ input: child[from] }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > MAX_LAST_LINES) lastLines.shift();
      onLine?.(line, from);
    });
  }
  // If the program ends before the parent, the pipe emits a harmless error.
  child.stdin.on('error', () => undefined);

  let isRunning = true;
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`));
  }).finally(() => {
    isRunning = false;
  });

  return {
    pid: child.pid,
    ended,
    lastLines: () => lastLines.join('\n'),
    async stop() {
      if (isRunning) child.kill('SIGTERM');
      const killTimer = setTimeout(() => isRunning && child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(killTimer);
    },
    async kill() {
      if (isRunning) child.kill('SIGKILL');
      await ended;
    },
  };
}

export class NotReady extends Error {}

/**
 * Polls until `ready` returns true. If the program ends first or takes too long, throws NotReady with the
 * last lines of the program's output.
 */
export async function waitUntilReady(
  program: Program,
  ready: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<void> {
  let ending: string | undefined;
  program.ended.then((how) => {
    ending = how;
  });
  const deadline = Date.now() + withinMs;
  while (!(await ready())) {
    if (ending !== undefined)
      throw new NotReady(`The program ended (${ending}) before it was ready.\n${program.lastLines()}`);
    if (Date.now() > deadline)
      throw new NotReady(`The program was not ready after ${withinMs / 1000} s.\n${program.lastLines()}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** Returns whether a request to the URL gets a response, regardless of the status. */
export async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    // The program isn't accepting connections yet.
    return false;
  }
}
