/**
 * Preserves request URLs as they were sent, and the connection's address. Next normalizes URLs before any handler
 * runs: `%zz` becomes `%25zz`, invalid UTF-8 is replaced, and query fields that Next uses itself are removed. The
 * proxy needs the original.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';

const HEADER = 'x-mailroom-sent';
/**
 * The methods that Next handles. Next responds with 500 to other methods, or doesn't respond at all, so those are
 * replaced with PATCH, which no route accepts.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNSUPPORTED_METHOD = 'PATCH';

/**
 * Adds each request's original URL and connection address to its headers, replacing any values that the client sent.
 */
export function preserveRawRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    appendConnectionAddress(request);
    const { url = '', method = '' } = request;
    request.headers[HEADER] = encodeURI(url);
    if (!METHODS.has(method)) request.method = UNSUPPORTED_METHOD;
    // With this header, Next would redirect to a URL that only its own router understands.
    if (url.startsWith('/api/')) delete request.headers.rsc;
  });
}

/**
 * Appends the connection's address to X-Forwarded-For, the way a proxy does. Next adds the address only if the header
 * is missing.
 */
function appendConnectionAddress({ headers, socket }: IncomingMessage): void {
  const forwardedFor = headers['x-forwarded-for'];
  const from = socket.remoteAddress ?? 'unknown';
  headers['x-forwarded-for'] =
    forwardedFor === undefined ? from : `${[forwardedFor].flat().join(', ')}, ${from}`;
  // When an action redirects, Next requests the page from itself and passes on the action's headers, including ours.
  const isInternal = headers[HEADER] !== undefined;
  if (forwardedFor !== undefined && !isInternal && env().trustedProxies === 0) warnOnce();
}

const warnOnce = (): void =>
  singleton('forwardedForWarning', () =>
    log().warn(
      'Requests include an X-Forwarded-For header. Behind a proxy, all callers count as one address until TRUSTED_PROXIES is set to the number of proxies.',
    ),
  );

/** Path and query as sent, without decoding. The query doesn't include the leading "?". */
export interface RawUrl {
  readonly path: string;
  readonly query: string;
}

export function readRawUrl(request: Request): RawUrl {
  const sent = request.headers.get(HEADER);
  const { pathname, search } = new URL(request.url);
  const [path = '', query = ''] = split(sent === null ? `${pathname}${search}` : decodeURI(sent));
  return { path, query };
}

function split(url: string): readonly string[] {
  const end = url.indexOf('?');
  return end < 0 ? [url] : [url.slice(0, end), url.slice(end + 1)];
}
