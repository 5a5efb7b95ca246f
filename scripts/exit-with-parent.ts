/**
 * Makes a child program exit when its parent process ends. `node --import` loads this file before the child
 * program. A child's standard input is a pipe from the parent. The operating system closes the pipe when the
 * parent ends, even after `kill -9`.
 */
const GRACE_MS = 5_000;

process.stdin
  .on('error', () => undefined)
  .on('close', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
  });
process.stdin.resume();
// Without unref, the open pipe would prevent a finished program from exiting.
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
