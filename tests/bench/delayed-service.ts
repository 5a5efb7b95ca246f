/**
 * A stand-in for the mail service with a delay. Gets its responses from the embedded service, and keeps the
 * responses to reads, so that the embedded service needs no CPU time during a measurement.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningService, startTestService } from '../support/service.ts';

export interface DelayedService {
  readonly url: string;
  readonly key: string;
  /** The service that the responses come from. */
  readonly service: RunningService;
  /** Sets how long each response takes, in milliseconds. The delay is 0 at first. */
  setDelay(ms: number): void;
  /** Returns how many requests have arrived since the last call. */
  takeRequests(): number;
  remove(): Promise<void>;
}

interface KeptResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * @param options `args` are additional options for the embedded service. By default, it renders no images.
 */
export async function startDelayedService({
  campaigns = 2,
  args = ['--no-render'],
}: {
  campaigns?: number;
  args?: readonly string[];
} = {}): Promise<DelayedService> {
  const kept = new Map<string, KeptResponse>();
  let delayMs = 0;
  let requests = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    requests++;
    const [answer] = await Promise.all([readAnswer(request), delayMs > 0 ? sleep(delayMs) : undefined]);
    response.writeHead(answer.status, {
      'content-type': answer.contentType,
      'content-length': answer.body.length,
    });
    response.end(answer.body);
  };
  const readAnswer = async (request: IncomingMessage): Promise<KeptResponse> => {
    const { method = 'GET', url = '/' } = request;
    const found = method === 'GET' ? kept.get(url) : undefined;
    if (found) return found;
    const answer = await forward(service.url, request);
    // A write can change any response.
    if (method !== 'GET') kept.clear();
    else if (answer.status === 200) kept.set(url, answer);
    return answer;
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  // The console keeps connections open, and must never use one that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // With the stand-in's origin, the URLs of images refer to the stand-in.
  const service = await startTestService({ campaigns, args: ['--origin', url, ...args] });
  return {
    url,
    key: service.key,
    service,
    setDelay: (ms) => {
      delayMs = ms;
    },
    takeRequests: () => {
      const count = requests;
      requests = 0;
      return count;
    },
    async remove() {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      await service.remove();
    },
  };
}

async function forward(origin: string, request: IncomingMessage): Promise<KeptResponse> {
  const { method = 'GET', url = '/', headers } = request;
  const body = await buffer(request);
  const response = await fetch(origin + url, {
    method,
    headers: Object.fromEntries(
      ['authorization', 'content-type', 'accept'].flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
    body: body.length > 0 ? new Uint8Array(body) : null,
    redirect: 'manual',
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'application/json',
    body: Buffer.from(await response.arrayBuffer()),
  };
}
