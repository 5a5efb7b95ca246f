import 'server-only';
import { Pool } from 'undici';
import type { OperationName } from '#lib/contract/operations.ts';
import type { EncodedRequest } from '#lib/contract/wire.ts';
import { readBody } from '#lib/http/body.ts';
import { countMetric, observeDuration } from '#lib/metrics/record.ts';
import { currentRequestId, REQUEST_ID_HEADER, TRACE_HEADER } from '#lib/runtime/request-context.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type ActiveSpan, currentTraceParent, runInSpan } from '#lib/tracing/spans.ts';
import { resetBreakers } from './breaker.ts';
import { type Deadline, withSignal } from './deadline.ts';
import { failureFromError, failureFromStatus } from './failures.ts';
import { recordRetryAfter } from './retry-after.ts';
import { recordServiceDate } from './service-clock.ts';
import { CONNECT_MS, HEADERS_MS, IDLE_MS } from './time-limits.ts';

const BODY_LIMIT = 8 * 1024 * 1024;

export interface ServiceRequest extends EncodedRequest {
  readonly operation: OperationName;
  /** The base URL for the operation's API version. */
  readonly base: string;
  readonly authorization: string;
}

export interface RawResponse {
  readonly status: number;
  readonly body: Buffer;
}

const pools = singleton('pools', () => new Map<string, Pool>());

function poolFor(origin: string, method: EncodedRequest['method']): Pool {
  const isRead = method === 'GET';
  const name = `${isRead ? 'read' : 'write'} ${origin}`;
  const pool =
    pools.get(name) ??
    new Pool(origin, {
      connections: isRead ? 32 : 16,
      // Every write opens a new connection.
      // A reused connection might close during a write, leaving it unclear whether the write took effect.
      pipelining: isRead ? 1 : 0,
      connect: { timeout: CONNECT_MS },
      bodyTimeout: IDLE_MS,
      headersTimeout: HEADERS_MS,
    });
  pools.set(name, pool);
  return pool;
}

const calls = singleton('callsInFlight', () => ({ inFlight: 0 }));

/** Returns the number of requests to the mail service that this process is waiting for. */
export const countCallsInFlight = (): number => calls.inFlight;

/**
 * Sends one request and reads its entire response. Doesn't follow redirects.
 * @throws BodyError, an error from undici, or an AbortError after the deadline
 */
export function sendRequest(request: ServiceRequest, deadline: Deadline): Promise<RawResponse> {
  const { operation, method, base } = request;
  const attributes = {
    'mailroom.operation': operation,
    'http.request.method': method,
    'server.address': new URL(base).hostname,
  };
  return runInSpan(`mail service ${operation}`, { kind: 'client', attributes }, (span) =>
    observeExchange(request, deadline, span),
  );
}

async function observeExchange(
  request: ServiceRequest,
  deadline: Deadline,
  span: ActiveSpan | undefined,
): Promise<RawResponse> {
  const { operation } = request;
  const startedAt = performance.now();
  const recordOutcome = (outcome: string) => {
    span?.set({ 'mailroom.outcome': outcome });
    countMetric('mailroom_upstream_calls_total', { operation, outcome });
  };
  calls.inFlight++;
  try {
    const response = await withSignal(deadline, (signal) => exchange(request, signal));
    span?.set({ 'http.response.status_code': response.status });
    recordOutcome(outcomeOf(response));
    return response;
  } catch (error) {
    recordOutcome(failureFromError(error).failure.kind);
    throw error;
  } finally {
    calls.inFlight--;
    observeDuration('mailroom_upstream_call_duration_seconds', { operation }, performance.now() - startedAt);
  }
}

const outcomeOf = ({ status, body }: RawResponse): string =>
  status >= 200 && status < 300 ? 'ok' : failureFromStatus(status, body).failure.kind;

/**
 * The headers that let the mail service's own log and traces identify the request that the call is made for.
 */
function contextHeaders(): Record<string, string> {
  const id = currentRequestId();
  const traceParent = currentTraceParent();
  return {
    ...(id !== undefined && { [REQUEST_ID_HEADER]: id }),
    ...(traceParent !== undefined && { [TRACE_HEADER]: traceParent }),
  };
}

async function exchange(
  { base, path, query, method, authorization, body }: ServiceRequest,
  signal: AbortSignal,
): Promise<RawResponse> {
  const { origin, pathname } = new URL(base);
  const response = await poolFor(origin, method).request({
    path: `${pathname.replace(/\/$/, '')}${path}${query ? `?${query}` : ''}`,
    method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      authorization,
      'user-agent': 'Mailroom',
      ...contextHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body,
    signal,
  });
  recordServiceDate(response.statusCode, response.headers);
  recordRetryAfter(response.statusCode, response.headers);
  const { 'content-encoding': encoding } = response.headers;
  return {
    status: response.statusCode,
    body: await readBody(response.body, typeof encoding === 'string' ? encoding : undefined, BODY_LIMIT),
  };
}

/** Closes all connections and resets the breakers. Used only in tests. */
export async function closeConnections(): Promise<void> {
  resetBreakers();
  const all = [...pools.values()];
  pools.clear();
  await Promise.all(all.map((pool) => pool.destroy()));
}
