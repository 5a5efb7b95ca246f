/**
 * Preloaded (`node --import`) into programs that belong to another: their standard input is a pipe from the starter, which
 * the operating system closes when the starter ends, even by `kill -9`. Then they end too, and nothing is left running.
 */
const GRACE_MS = 5_000;

process.stdin
  .on('error', () => undefined)
  .on('close', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
  });
process.stdin.resume();
// Waiting for the end of the starter must not keep a program alive that has nothing else to do.
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
