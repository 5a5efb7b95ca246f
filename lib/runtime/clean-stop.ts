/**
 * Makes the console stop cleanly. After SIGTERM, Next stops accepting connections, finishes the pending
 * requests, and exits with 143. Process managers regard 143 as a failure, and clients that keep sending requests
 * on one connection would keep Next from stopping. Next doesn't wait for work in the background.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { countUnfinishedWork, endWork } from './unfinished-work.ts';

/**
 * How long pending requests and work in the background have to finish after the signal. Kubernetes, for example, waits 30 seconds before it
 * kills a process.
 */
const DRAIN_MS = 25_000;
/** The exit code with which Next reports that SIGTERM stopped it. */
const NEXT_EXIT_CODE = 143;

/**
 * Must be called before Next starts. If all pending requests and all work in the background end in time, the process
 * exits with 0 after SIGTERM. If not, the process exits with 1.
 */
export function stopCleanly(drainMs = DRAIN_MS): void {
  const pending = new Set<ServerResponse>();
  let isStopping = false;
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse };
    if (isStopping) return closeConnectionAfter(response);
    pending.add(response);
    response.once('close', () => pending.delete(response));
  });
  const stop = (signal: NodeJS.Signals) => {
    // Next isn't running yet, so it can't stop the process.
    if (process.listenerCount(signal) === 1) process.exit(0);
    if (isStopping) return;
    isStopping = true;
    for (const response of pending) closeConnectionAfter(response);
    const exit = process.exit.bind(process);
    const work = endWork();
    // Next exits as soon as the last request has ended.
    process.exit = ((code) => void work.then(() => exit(code))) as typeof process.exit;
    setTimeout(() => {
      console.warn(`Stopped before ${pending.size + countUnfinishedWork()} requests or tasks were finished.`);
      exit(1);
    }, drainMs);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('exit', (code) => {
    if (code === NEXT_EXIT_CODE) process.exitCode = 0;
  });
}

function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
