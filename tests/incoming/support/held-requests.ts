/**
 * Sends requests to a plain HTTP server that takes the place of Next. The console's checks hold each request
 * back until its body has arrived.
 */
import { createHash } from 'node:crypto';
import { Agent, type ClientRequest, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { holdRequests } from '#lib/incoming/hold-requests.ts';
import { useSettings } from '../../console/support/settings.ts';

export const MAX_LARGE_REQUESTS = 2;
/** The headers of a request from a member. */
export const MEMBER = { cookie: 'member' };
/** A path to which the API's size limits apply. */
export const API = '/api/v1/customers/1';
export const MULTIPART = 'multipart/form-data; boundary=x';
export const JSON_TYPE = 'application/json';

interface SentRequest {
  readonly path?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Starts the server for the calling test file. Each request must arrive within one second. */
export function setUpHeldRequests() {
  const received: string[] = [];
  const connections: Socket[] = [];
  const held = {
    /** The SHA-256 hashes of the bodies that reached the server. */
    received,
    /** The connections of the current test, oldest first. */
    connections,
    /** The server doesn’t respond until this promise is fulfilled. */
    pause: undefined as Promise<void> | undefined,
    /** Returns whether a request with the headers `MEMBER` counts as a member's request. */
    checkMembership: (): Promise<boolean> | boolean => true,
    start,
    send,
  };

  const server = createServer(async (incoming, response) => {
    const hash = createHash('sha256');
    for await (const chunk of incoming) hash.update(chunk);
    received.push(hash.digest('hex'));
    await held.pause;
    response.end('done');
  });
  server.on('connection', (socket) => connections.push(socket));

  beforeAll(async () => {
    holdRequests({
      isFromMember: async (headers) => headers.get('cookie') === MEMBER.cookie && held.checkMembership(),
      maxLargeRequests: MAX_LARGE_REQUESTS,
      receiveMs: 1_000,
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    useSettings({});
    received.length = 0;
    connections.length = 0;
    held.pause = undefined;
    held.checkMembership = () => true;
  });

  /** Starts a request without sending its body. */
  function start({ path = '/login', type, headers, agent = new Agent() }: SentRequest = {}): ClientRequest {
    const { port } = server.address() as AddressInfo;
    const sent = { ...(type && { 'content-type': type }), ...headers };
    return request({ port, host: '127.0.0.1', method: 'POST', path, agent, headers: sent });
  }

  /** Sends a request. A stream is sent without Content-Length. */
  function send(body: Buffer | string | Readable, sent: SentRequest = {}): Promise<ReceivedResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = start(sent);
      outgoing.on('error', reject).on('response', async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      if (body instanceof Readable) body.pipe(outgoing);
      else outgoing.end(body);
    });
  }

  return held;
}
