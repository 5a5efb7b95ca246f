const CHECK_EVERY_MS = 250;

/**
 * Calls `stop` once, up to 250 ms after the current script's parent process ends. Does nothing if the script
 * wasn't started with `npm run NAME`. For example, a script that was started with `nohup node … &` must
 * outlive its parent.
 *
 * npm starts a script in a shell. If only npm receives SIGTERM, npm and the shell end without passing the
 * signal on, so the script would keep running and keep its ports. The method in exit-with-parent.ts doesn't
 * work here, because the script's standard input can be a terminal, which stays open.
 *
 * Doesn't detect SIGINT or SIGKILL if only npm receives the signal. npm ignores SIGINT, and after SIGKILL, the
 * shell keeps running.
 *
 * @param name the name of the current script in package.json
 */
export function onNpmEnd(name: string, stop: () => void): void {
  if (process.env.npm_lifecycle_event !== name) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, CHECK_EVERY_MS);
  // The check itself doesn't keep a finished script running.
  timer.unref();
}
