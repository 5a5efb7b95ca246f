import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface RunOptions {
  readonly cwd?: string;
  /** Variables that differ from this process's environment. Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a Node program until it ends. @returns the exit code and what the program printed */
export async function runNode(args: readonly string[], { cwd, env }: RunOptions = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}
