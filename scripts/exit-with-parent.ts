/**
 * Preloaded (`node --import`) into child programs. A child's standard input is a pipe from the parent. The
 * operating system closes the pipe when the parent ends, even if `kill -9` ended it. The child then exits
 * too.
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
