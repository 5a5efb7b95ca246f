/** An HTTP server that records every request and responds with the test's handler. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RecordedRequest {
  readonly method: string;
  /** The exact request target that the client sent, including the query. */
  readonly url: string;
  /** The headers in the order of arrival, with lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Handler = (request: RecordedRequest, response: ServerResponse) => unknown;

export interface Recorder {
  readonly origin: string;
  readonly requests: RecordedRequest[];
  /** The method and path of each request, such as "GET /v1/campaigns/1". */
  requestLines(): string[];
  /** Sets the handler for all later requests. */
  respondWith(handler: Handler): void;
  close(): Promise<void>;
}

export function respondJson(response: ServerResponse, value: unknown, status = 200): void {
  // Without this header, Node would send the real time, even if the test has set a different time.
  if (!response.hasHeader('date')) response.setHeader('date', new Date().toUTCString());
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

export async function startRecorder(): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  let currentHandler: Handler = (_, response) => respondJson(response, {});
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: Object.fromEntries(headerPairs(incoming.rawHeaders)),
      body: (await buffer(incoming)).toString(),
    };
    requests.push(request);
    await currentHandler(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestLines: () => requests.map(({ method, url }) => `${method} ${url.split('?', 1)[0]}`),
    respondWith: (handler) => {
      currentHandler = handler;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function* headerPairs(raw: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i < raw.length; i += 2) yield [(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? ''];
}
