/** Starts servers that refuse to run as root. If the tests run as root, the user `nobody` runs the servers. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '#scripts/debian-programs.ts';

const NOBODY_ID = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {};

export interface ServerProgram {
  /** Ends the program with a signal, and waits until it has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Creates a folder that belongs to the servers' user. */
export async function createServerFolder(
  name: string,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `mailroom-${name}-`));
  await chmod(folder, 0o700);
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function pathOf(command: string): string {
  const path = findCommand(command);
  if (path === undefined) throw new Error(`${command} isn’t installed.`);
  return path;
}

/** Runs a command until it ends. @throws if the command fails */
export async function runAsServer(command: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(pathOf(command), args, { ...user, cwd: '/' });
}

/**
 * Starts a server.
 * @param readyText a part of the line that the server prints to standard error when it's ready
 */
export async function startServer(
  command: string,
  args: readonly string[],
  readyText: string,
): Promise<ServerProgram> {
  const child = spawn(pathOf(command), args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let printed = '';
  const ready = new Promise<void>((started) => {
    child.stderr.on('data', (text) => {
      printed += String(text);
      if (printed.includes(readyText)) started();
    });
  });
  const failed = exit.then(() => {
    throw new Error(`${command} ended before it was ready.\n${printed}`);
  });
  await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return {
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    },
  };
}
