/**
 * Restarts Node, as the same process, with settings that it reads only when it starts. Without them, the console keeps
 * about 100 MB that it no longer uses. Windows can't replace a process, so there Node keeps its defaults.
 */
// V8 collects garbage sooner, and new objects get 4 MB instead of 16. Side by side, pages take the same CPU time.
const V8_FLAGS = ['--optimize-for-size', '--max-semi-space-size=4'];
// Two areas for the C library's memory instead of eight per core. It returns free memory of more than 128 KB to the
// system, above all what compiling the embedded database took.
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
