import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { QUICK_IMPORTS } from '#scripts/program.ts';

interface RunOptions {
  readonly cwd?: string;
  /** Environment variables to add, change, or remove for the program. Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the program reads from standard input. */
  readonly input?: string;
}

/** Runs a Node program until it ends. @returns the exit code and what the program printed */
export async function runNode(args: readonly string[], { cwd, env, input = '' }: RunOptions = {}) {
  const child = spawn(process.execPath, [...QUICK_IMPORTS, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });
  // A program that ends before it reads its input closes the pipe.
  child.stdin.on('error', () => undefined).end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}
