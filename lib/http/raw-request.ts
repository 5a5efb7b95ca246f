/**
 * Requests as they came over the wire, and from where. Next repairs an address before anybody sees it (`%zz` becomes
 * `%25zz`, bytes that are no UTF-8 become another character, fields that it uses itself are gone), which would make the
 * proxy guess.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';

const HEADER = 'x-mailroom-sent';
/** Next answers 500 or nothing at all to other methods; as this one they are refused like any that nothing here takes. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const TAKEN_BY_NOTHING = 'PATCH';

/** Notes every request's address, over whatever somebody wrote into that header, and where its connection comes from. */
export function preserveRawRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    noteConnection(request);
    const { url = '', method = '' } = request;
    request.headers[HEADER] = encodeURI(url);
    if (!METHODS.has(method)) request.method = TAKEN_BY_NOTHING;
    // Makes Next redirect, to an address of which the browser's router knows what to do with.
    if (url.startsWith('/api/')) delete request.headers.rsc;
  });
}

/** As a proxy does; Next would only do so where nobody has written anything. */
function noteConnection({ headers, socket }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  const from = socket.remoteAddress ?? 'unknown';
  headers['x-forwarded-for'] = given === undefined ? from : `${[given].flat().join(', ')}, ${from}`;
  // Next asks itself for the page that an action leads to, and passes on the headers of the action, ours among them.
  const isOurs = headers[HEADER] !== undefined;
  if (given !== undefined && !isOurs && env().trustedProxies === 0) warnOnce();
}

const warnOnce = (): void =>
  singleton('forwarded', () =>
    log().warn(
      'Requests have an X-Forwarded-For header. Behind a proxy, all callers count as one address until TRUSTED_PROXIES is set to the number of proxies.',
    ),
  );

export interface RawUrl {
  /** Neither is decoded. The query is without its "?". */
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
