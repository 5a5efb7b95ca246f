/** Prepares each request before any handler runs, and preserves the connection's IP address. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { isInternalServer } from '#lib/runtime/internal-servers.ts';
import { REQUEST_ID_HEADER, startRequestContext } from '#lib/runtime/request-context.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { beforeHeaders } from './before-headers.ts';
import { isPrivateLink, privateLinkHeaders } from './private-links.ts';
import { observeRequest } from './request-log.ts';
import { findRoute } from './routes.ts';
import { commonHeaders, DEFAULT_POLICY } from './security-headers.ts';
import { trackResponse } from './tracked-responses.ts';

/**
 * The header that marks requests that Next itself sends to the console. Its value is this process's secret.
 */
const OWN_HEADER = 'x-mailroom-own';
/**
 * The methods that Next handles. Next responds to any other method with 500, or doesn't respond at all. The
 * console replaces all other methods with PATCH, which no route accepts.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNSUPPORTED_METHOD = 'PATCH';
/** The scheme and host of a request that contains an entire URL instead of a path. */
const URL_START = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/**
 * Adds the connection's IP address and the request's id to the headers of each request. Also adds the common security
 * headers and the request's id to each response, and logs each request.
 */
export function preserveRawRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as RequestStart;
    if (isInternalServer(server)) return;
    const context = startRequestContext(request.headers);
    request.headers[REQUEST_ID_HEADER] = context.id;
    response.setHeader(REQUEST_ID_HEADER, context.id);
    const { method = '' } = request;
    const url = toPath(request.url ?? '');
    observeRequest(request, response, {
      context,
      method: METHODS.has(method) ? method : 'OTHER',
      route: findRoute(method, url),
      isOwn: isOwnRequest(request.headers[OWN_HEADER]),
    });
    request.url = url;
    // Only pages need the response.
    if (!url.startsWith('/api/')) trackResponse(request, response);
    // Next answers some requests, such as requests for built files, without calling our code.
    for (const [name, value] of Object.entries({ ...commonHeaders(), ...linkHeaders(url) }))
      response.setHeader(name, value);
    addDefaultPolicy(response);
    appendConnectionAddress(request);
    if (!METHODS.has(method)) request.method = UNSUPPORTED_METHOD;
    // If the `rsc` header remained, Next would redirect to a URL that only its own router understands.
    if (url.startsWith('/api/')) delete request.headers.rsc;
  });
}

/**
 * Returns only the path and query of a request's URL. Next would redirect a request with an entire URL to the
 * URL's host, and respond with 500 to the request `OPTIONS *`.
 */
function toPath(target: string): string {
  const path = target.replace(URL_START, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Returns the headers for private links. If the path has extra slashes, Next redirects to the link without calling
 * our code.
 */
const linkHeaders = (url: string): Readonly<Record<string, string>> =>
  isPrivateLink(url.replace(/\?.*/s, '').replace(/[\\/]+/g, '/')) ? privateLinkHeaders : {};

/**
 * If a response has no content security policy when its headers are sent, adds the default policy. If the
 * response already has a policy, adds nothing, because browsers would apply both policies.
 */
function addDefaultPolicy(response: ServerResponse): void {
  beforeHeaders(response, () => {
    if (!response.hasHeader('content-security-policy'))
      response.setHeader('content-security-policy', DEFAULT_POLICY);
  });
}

/**
 * Appends the connection's IP address to X-Forwarded-For, as a proxy does. Next itself adds the address only if
 * the request has no X-Forwarded-For header. If an action redirects, or if the page in an action's URL doesn't
 * use the action, Next sends the console a second request with the same headers. The second request keeps the
 * caller's address, because its connection comes from the console itself.
 */
function appendConnectionAddress({ headers, socket }: IncomingMessage): void {
  if (isOwnRequest(headers[OWN_HEADER])) return;
  // Next copies the secret to its second request. A value that the caller sent is overwritten.
  headers[OWN_HEADER] = ownSecret();
  const forwardedFor = headers['x-forwarded-for'];
  const from = socket.remoteAddress ?? 'unknown';
  headers['x-forwarded-for'] =
    forwardedFor === undefined ? from : `${[forwardedFor].flat().join(', ')}, ${from}`;
  if (forwardedFor !== undefined && env().trustedProxies.length === 0) warnOnce();
}

/** Returns a secret that only this process knows. */
const ownSecret = (): string => singleton('ownRequestSecret', () => randomBytes(32).toString('base64url'));

function isOwnRequest(value: string | string[] | undefined): boolean {
  const expected = Buffer.from(ownSecret());
  const received = Buffer.from(typeof value === 'string' ? value : '');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

const warnOnce = (): void =>
  singleton('forwardedForWarning', () =>
    log().warn(
      'A request has an X-Forwarded-For header, but TRUSTED_PROXY_ADDRESSES isn’t set. If the console is behind proxies, set TRUSTED_PROXY_ADDRESSES to their IP addresses. Until you do, all callers appear to have the same IP address.',
    ),
  );
