/**
 * Runs a program that isn't a Node program, such as a browser. When this process ends for any reason, the
 * program and all processes that the program started end too.
 * Usage: `node tests/browsers/run-command.ts firefox --headless`
 */
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
// The program gets its own process group, so that the program and its child processes can be ended together.
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

function signalGroup(signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // All processes in the group have already ended.
  }
}

child.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => signalGroup('SIGTERM'));
process.on('exit', () => signalGroup('SIGKILL'));
