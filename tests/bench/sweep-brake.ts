/**
 * A proxy that sits between the console and the mail service, and can stop the console's sweep. While the
 * sweep is stopped, the proxy responds to its calls with 429 and a Retry-After header. All other calls pass
 * through.
 */
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SweepBrake {
  readonly url: string;
  /** The number of the sweep's calls that passed through. */
  readonly passed: number;
  /** Stops the sweep, and waits until it has stopped. @param ms how long to pause the sweep */
  stop(ms: number): Promise<void>;
  /** Lets the sweep continue, and waits until it is underway. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Only the sweep reads customers' campaigns 100 at a time. Customer pages read fewer. */
const SWEEP_CALL = /\/customers\/\d+\/campaigns\?.*per_page=100/;

export async function startSweepBrake(target: string): Promise<SweepBrake> {
  let retryAt = 0;
  let passed = 0;
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const continueWaiting of waiting) continueWaiting();
    waiting = [];
  };
  const nextSweepCall = () => new Promise<void>((resolve) => waiting.push(resolve));
  const server = createServer((incoming, response) => {
    if (SWEEP_CALL.test(incoming.url ?? '')) {
      const left = retryAt - Date.now();
      if (left > 0) {
        response.writeHead(429, { 'retry-after': String(Math.ceil(left / 1_000)) });
        response.end('{}');
        return wake();
      }
      passed++;
      wake();
    }
    const { method, headers } = incoming;
    const outgoing = sendRequest(target + incoming.url, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passed() {
      return passed;
    },
    stop: (ms) => {
      retryAt = Date.now() + ms;
      return nextSweepCall();
    },
    release: () => {
      retryAt = 0;
      return nextSweepCall();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
