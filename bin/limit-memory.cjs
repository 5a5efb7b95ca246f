/**
 * Restarts Node in the same process, with settings that Node reads only at startup. Without these settings,
 * the console keeps about 100 MB that it no longer uses. Windows can't replace a process, so Node keeps its
 * defaults there.
 */
// V8 collects garbage sooner, and new objects get 4 MB instead of 16. In a side-by-side comparison, pages
// took the same CPU time.
const V8_FLAGS = ['--optimize-for-size', '--max-semi-space-size=4'];
// The C library allocates memory in two arenas, not in the usual eight per core, and returns free blocks of
// more than 128 KB to the system, mainly those left over from compiling the embedded database.
const C_LIBRARY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

const { argv, execArgv, env, execPath, platform } = process;
if (platform !== 'win32' && !V8_FLAGS.every((flag) => execArgv.includes(flag))) {
  process.execve(execPath, [execPath, ...execArgv, ...V8_FLAGS, ...argv.slice(1)], {
    ...C_LIBRARY,
    ...env,
  });
}
