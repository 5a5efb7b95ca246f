/** A service that keeps every request as it came over the wire, and answers what the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Recorded {
  readonly method: string;
  /** With its query, as sent. */
  readonly url: string;
  /** Names and values in the order they came. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answerer = (request: Recorded, response: ServerResponse) => unknown;

export interface Recorder {
  readonly origin: string;
  readonly requests: Recorded[];
  /** "GET /v1/campaigns/1" of each request, without its query. */
  lines(): string[];
  /** Answers everything from now on. */
  answer(how: Answerer): void;
  close(): Promise<void>;
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

export async function startRecorder(): Promise<Recorder> {
  const requests: Recorded[] = [];
  let answerer: Answerer = (_, response) => json(response, {});
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: Object.fromEntries(pairsOf(incoming.rawHeaders)),
      body: (await buffer(incoming)).toString(),
    };
    requests.push(request);
    await answerer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () => requests.map(({ method, url }) => `${method} ${url.split('?', 1)[0]}`),
    answer: (how) => {
      answerer = how;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function* pairsOf(raw: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i < raw.length; i += 2) yield [(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? ''];
}
