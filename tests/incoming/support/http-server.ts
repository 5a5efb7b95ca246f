/** Runs, in the test's process, an HTTP server that observes requests as the console does. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { preserveRawRequests } from '#lib/http/raw-request.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ObservedServer {
  readonly url: string;
  /** Sets how the server responds from now on. */
  handle(handler: Handler): void;
}

/** For the calling test file, starts a server that observes requests. */
export function serveDuringTests(server: Server): void {
  beforeAll(async () => {
    preserveRawRequests();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** For the calling test file, starts a server, and lets a test set the server's responses. */
export function setUpObservedServer(): ObservedServer {
  let current: Handler = (_, response) => response.end('done');
  const server = createServer((request, response) => current(request, response));
  serveDuringTests(server);
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    handle: (handler) => {
      current = handler;
    },
  };
}
