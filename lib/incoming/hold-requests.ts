/**
 * Holds each request back until its body has arrived. Next reads and copies bodies without checking their
 * content, so requests must be refused before they reach Next. The body stays in Node's buffer and isn't copied
 * or changed.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { addressFromHeaders } from '#lib/auth/request-address.ts';
import type { Refusal } from '#lib/format/refused-request.ts';
import {
  ANONYMOUS_LIMITS,
  type BodyLimits,
  findExceededLimit,
  LARGE_BYTES,
  memberLimits,
  RECEIVE_MS,
} from '#lib/http/body-limits.ts';
import { log } from '#lib/log.ts';
import { isInternalServer } from '#lib/runtime/internal-servers.ts';
import { createBodyCounter } from './body-counter.ts';
import { startLargeRequest } from './large-requests.ts';
import { createRefusal } from './refusal.ts';

/**
 * How long the rest of a refused request's body is read and discarded, so that the client can finish sending
 * and read the response.
 */
const DISCARD_MS = 5_000;

type RequestHeaders = Pick<Headers, 'get'>;

export interface HoldOptions {
  /** Returns whether a member sent the request. Called only for requests that exceed ANONYMOUS_LIMITS. */
  readonly isFromMember: (headers: RequestHeaders) => Promise<boolean>;
  /** How many large requests can be in progress at once. */
  readonly maxLargeRequests: number;
  /** Returns the handler for a request that doesn't need Next. */
  readonly findHandler?: (path: string) => RequestListener | undefined;
  /** How long a request may take to arrive. */
  readonly receiveMs?: number;
}

/** Holds back requests to all HTTP servers in this process, except internal servers. */
export function holdRequests(options: HoldOptions): void {
  const servers = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (servers.has(server) || isInternalServer(server)) return;
    servers.add(server);
    server.headersTimeout = options.receiveMs ?? RECEIVE_MS;
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const handler = isInternalServer(server) ? undefined : options.findHandler?.(pathOf(request));
      const proceed = () => {
        for (const listener of handler ? [handler] : listeners) listener.call(server, request, response);
      };
      if (hasBody(request)) holdRequest(request, response, proceed, options);
      else proceed();
    });
  });
}

const headersOf = ({ headers }: IncomingMessage): RequestHeaders => ({
  get: (name) => headers[name]?.toString() ?? null,
});

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Calls `proceed` once the body has arrived, or responds with a refusal. */
function holdRequest(
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
  { isFromMember, maxLargeRequests, receiveMs = RECEIVE_MS }: HoldOptions,
): void {
  // The last chunk arrives in another async context, in which the request's id is unknown.
  const inContext = AsyncLocalStorage.snapshot();
  const path = pathOf(request);
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  const isAction = request.headers['next-action'] !== undefined;
  const counter = createBodyCounter(request.headers['content-type'] ?? '', isAction);
  let limits: BodyLimits = ANONYMOUS_LIMITS;
  let state: 'receiving' | 'checking' | 'over' = 'receiving';
  let isComplete = false;
  const push = request.push.bind(request);

  const finish = () => {
    state = 'over';
    clearTimeout(timer);
    Reflect.deleteProperty(request, 'push');
  };
  const refuse = (refusal: Refusal) => {
    finish();
    discardBody(request);
    void inContext(respond, refusal, request, response);
  };
  const deliver = () => {
    finish();
    inContext(proceed);
  };
  const timer = setTimeout(() => refuse({ why: 'slow', seconds: receiveMs / 1_000 }), receiveMs);
  response.once('close', finish);

  /** Checks the part of the body that has arrived. */
  const review = () => {
    if (!counter) return refuse({ why: 'malformed' });
    const size = {
      bytes: Math.max(counter.bytes, announcedBytes),
      fields: counter.fields,
      depth: counter.depth,
    };
    const exceeded = findExceededLimit(size, limits);
    if (exceeded && limits === ANONYMOUS_LIMITS) void raiseLimits(exceeded);
    else if (exceeded) refuse({ why: 'too_large', exceeded, limits, isMember: true });
    else if (size.bytes > LARGE_BYTES && !startLargeRequest(response, maxLargeRequests))
      refuse({ why: 'busy' });
  };
  const raiseLimits = async (exceeded: NonNullable<ReturnType<typeof findExceededLimit>>) => {
    state = 'checking';
    const sender = await isFromMember(headersOf(request)).then(
      (isMember) => (isMember ? 'member' : 'anyone'),
      () => 'unknown' as const,
    );
    // The connection might have closed during the check.
    if (state !== 'checking') return;
    if (sender === 'unknown') return refuse({ why: 'no_database' });
    if (sender === 'anyone') return refuse({ why: 'too_large', exceeded, limits, isMember: false });
    limits = memberLimits(path);
    state = 'receiving';
    review();
    if (state !== 'receiving') return;
    if (isComplete) deliver();
    // Node stopped reading from the connection when `push` returned false.
    else request._read(0);
  };

  request.push = (chunk: Buffer | null) => {
    if (chunk === null) {
      isComplete = true;
      push(null);
      if (state === 'receiving') deliver();
      return false;
    }
    counter?.add(chunk);
    // Chunks that arrive during a check are checked afterward.
    if (state === 'receiving') review();
    push(chunk);
    return state !== 'checking';
  };
  review();
}

async function respond(refusal: Refusal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  const headers = headersOf(request);
  // Don't log the URL, because it can contain a token.
  const from = addressFromHeaders(headers);
  log().warn({ why: refusal.why, method, from }, 'a request was refused');
  const isAction = headers.get('next-action') !== null;
  const refused = await createRefusal(refusal, { method, url, accept: headers.get('accept'), isAction });
  response.writeHead(refused.status, refused.headers).end(refused.body);
}

/** Discards the rest of the body. Closes the connection if the client doesn’t stop sending. */
function discardBody(request: IncomingMessage): void {
  request.resume();
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS);
  request.once('close', () => clearTimeout(timer));
}
