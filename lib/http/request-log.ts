/** Writes one log line for each request, and records the request's metrics. */
import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '#lib/log.ts';
import { countMetric, observeDuration } from '#lib/metrics/record.ts';
import { type RequestContext, runInRequestContext } from '#lib/runtime/request-context.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { startRequestSpan } from '#lib/tracing/spans.ts';
import { STATIC_ROUTE } from './routes.ts';

interface ObservedRequest {
  readonly context: RequestContext;
  /** The method, or OTHER for methods that the console doesn't know. */
  readonly method: string;
  readonly route: string;
  /** Whether Next itself sent the request to the console, in order to handle another request. */
  readonly isOwn: boolean;
}

const inFlight = () => singleton('requestsInFlight', () => new Set<ServerResponse>());

/** Returns the number of requests whose response hasn't been sent. */
export const countRequestsInFlight = (): number => inFlight().size;

/** The status in logs and metrics if the client closed the connection before the response was sent. */
const CLIENT_CLOSED = 499;

const MAX_LISTENERS = 30;

/** Observes a request until its response is sent or its connection is closed. */
export function observeRequest(
  { socket }: IncomingMessage,
  response: ServerResponse,
  { context, method, route, isOwn }: ObservedRequest,
): void {
  const startedAt = performance.now();
  const span =
    isOwn || FREQUENT.has(route)
      ? undefined
      : startRequestSpan(`${method} ${route}`, {
          'http.request.method': method,
          'http.route': route,
          'mailroom.request': context.id,
        });
  const bytesBefore = socket.bytesWritten;
  inFlight().add(response);
  // Next and Mailroom together add more than ten listeners to a response, which Node would report as a leak.
  response.setMaxListeners(MAX_LISTENERS);
  response.once('close', () => {
    inFlight().delete(response);
    const ms = performance.now() - startedAt;
    const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
    span?.set({ 'http.response.status_code': status });
    span?.end(status >= 500 ? 'failed' : 'ok');
    // If Next itself sent this request to the console, the original request's line and metrics cover it.
    if (!isOwn) {
      countMetric('mailroom_http_requests_total', { method, route, status: String(status) });
      observeDuration('mailroom_http_request_duration_seconds', { route, status: statusClass(status) }, ms);
    }
    const line = {
      method,
      route,
      status,
      ms: Math.round(ms),
      bytes: socket.bytesWritten - bytesBefore,
      ...(context.memberId !== undefined && { member: context.memberId }),
    };
    // This callback runs in the connection's context, not in the request's.
    runInRequestContext(context, () => log()[levelOf(status, route, isOwn)](line, 'request'));
  });
}

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

/** Routes for files, and for requests that an open page repeats every few seconds. */
const FREQUENT = new Set([
  STATIC_ROUTE,
  '/icon.svg',
  '/files/fonts/[file]',
  '/files/campaigns/[id]/thumbnail/[side]',
  '/api/campaigns/[id]/checkout',
  '/api/campaigns/[id]/status',
  '/api/payment-runs/[id]',
  '/jobs/[id]/progress',
]);

/** Proxies and process managers ask every few seconds whether the console is healthy. */
const isHealthCheck = (route: string): boolean => route.startsWith('/health/');

/** Operators look into every error. Warnings say that the console or the database is temporarily unavailable. */
function levelOf(status: number, route: string, isOwn: boolean): 'error' | 'warn' | 'info' | 'debug' {
  if (isHealthCheck(route)) return 'debug';
  if (status === 503) return 'warn';
  if (status >= 500) return 'error';
  return isOwn || (status < 400 && FREQUENT.has(route)) ? 'debug' : 'info';
}
