/**
 * Restarts Node, as the same process, with settings that it reads only when it starts. Without them, the console keeps
 * about 100 MB that it no longer uses. Windows can't replace a process, so there Node keeps its defaults.
 */
// The memory for new objects, in MB. Pages take no more CPU time with 4 MB than with V8's default of 16 MB.
const YOUNG_GENERATION = '--max-semi-space-size=4';
// Two areas for the C library's memory instead of eight per core. It returns free memory of more than 128 KB to the
// system, above all what compiling the embedded database took.
const C_LIBRARY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

const { argv, execArgv, env, execPath, platform } = process;
if (platform !== 'win32' && !execArgv.includes(YOUNG_GENERATION)) {
  process.execve(execPath, [execPath, ...execArgv, YOUNG_GENERATION, ...argv.slice(1)], {
    ...C_LIBRARY,
    ...env,
  });
}
