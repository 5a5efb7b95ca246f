/**
 * Preloaded (`node --import`) into child programs. Their standard input is a pipe from the parent, which the operating
 * system closes when the parent ends, even by `kill -9`. The child then exits too.
 */
const GRACE_MS = 5_000;

process.stdin
  .on('error', () => undefined)
  .on('close', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
  });
process.stdin.resume();
// Reading the pipe must not keep the program running if there is nothing else to do.
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
