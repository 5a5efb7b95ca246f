import 'server-only';
import { Pool } from 'undici';
import type { EncodedRequest } from '#lib/contract/wire.ts';
import { readBody } from '#lib/http/body.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { resetBreakers } from './breaker.ts';
import type { Deadline } from './deadline.ts';
import { recordServiceDate } from './service-clock.ts';

const BODY_LIMIT = 8 * 1024 * 1024;
/** A byte now and then does not keep a connection. */
const IDLE_MS = 4_000;
const CONNECT_MS = 3_000;
/** Until the head of an answer; what is left of the whole time may be less. */
const HEADERS_MS = 7_000;

export interface RawResponse {
  readonly status: number;
  readonly body: Buffer;
}

const pools = singleton('pools', () => new Map<string, Pool>());

function poolFor(origin: string, method: EncodedRequest['method']): Pool {
  const reading = method === 'GET';
  const name = `${reading ? 'read' : 'write'} ${origin}`;
  const pool =
    pools.get(name) ??
    new Pool(origin, {
      connections: reading ? 32 : 16,
      // A kept connection that the service closes just then breaks a call of which nobody knows whether it was done.
      // What can't be repeated gets a new connection.
      pipelining: reading ? 1 : 0,
      connect: { timeout: CONNECT_MS },
      bodyTimeout: IDLE_MS,
      headersTimeout: HEADERS_MS,
    });
  pools.set(name, pool);
  return pool;
}

/**
 * Sends one request and reads its answer whole. Redirects are not followed.
 * @throws whatever undici throws; BodyError; an AbortError when the deadline has passed
 */
export async function sendRequest(
  base: string,
  request: EncodedRequest,
  authorization: string,
  deadline: Deadline,
): Promise<RawResponse> {
  const { origin, pathname } = new URL(base);
  const answer = await poolFor(origin, request.method).request({
    path: `${pathname.replace(/\/$/, '')}${request.path}${request.query ? `?${request.query}` : ''}`,
    method: request.method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      authorization,
      'user-agent': 'Mailroom',
      ...(request.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: request.body,
    signal: AbortSignal.timeout(Math.ceil(deadline.left())),
  });
  recordServiceDate(answer.statusCode, answer.headers);
  const { 'content-encoding': encoding } = answer.headers;
  return {
    status: answer.statusCode,
    body: await readBody(answer.body, typeof encoding === 'string' ? encoding : undefined, BODY_LIMIT),
  };
}

/** Closes every connection and forgets how they went, for tests. */
export async function closeConnections(): Promise<void> {
  resetBreakers();
  const all = [...pools.values()];
  pools.clear();
  await Promise.all(all.map((pool) => pool.destroy()));
}
