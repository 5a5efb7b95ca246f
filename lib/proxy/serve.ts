/**
 * Serves the proxy without Next, because Next would take longer than all the other work on a request to the
 * proxy. lib/http/proxy-path lists the other requests to /api, which Next handles.
 */
import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { runDirectly } from '#lib/auth/direct-request.ts';
import { isDecodable } from '#lib/http/callback-url.ts';
import { logErrorOnce } from '#lib/log-errors.ts';
import { handleProxy } from './handle.ts';
import { type RenderedReply, renderReply } from './response.ts';

/** Responses with fewer bytes aren't compressed, just as in Next. */
const MIN_COMPRESSED_BYTES = 1_024;
/**
 * The limit prevents a forged header from taking a long time to parse. Clients' headers are well under the
 * limit.
 */
const MAX_HEADER_LENGTH = 200;

const compress = promisify(gzip);

/** Responds to a request for which `isProxyPath` returns true. The request's whole body must have arrived. */
export function serveProxy(request: IncomingMessage, response: ServerResponse): void {
  const headers = {
    get: (name: string) => request.headers[name.toLowerCase()]?.toString() ?? null,
  };
  const afterResponse = (work: () => unknown) => {
    if (response.closed) work();
    else response.once('close', work);
  };
  const { method = '' } = request;
  runDirectly({ method, headers, afterResponse }, async () => {
    await send(await answer(request, headers), headers.get('accept-encoding'), response);
  }).catch((error: unknown) => {
    logErrorOnce(error, {}, 'the proxy couldn’t respond');
    response.destroy();
  });
}

function answer(request: IncomingMessage, headers: Pick<Headers, 'get'>): Promise<RenderedReply> {
  const { method = '', url = '' } = request;
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  if (!isDecodable(path)) {
    const problem = { code: 'malformed', message: 'This URL is malformed.' } as const;
    return Promise.resolve(renderReply({ problem }, headers.get('accept')));
  }
  return handleProxy({ method, path, query, headers, body: request });
}

async function send(
  { status, headers, body }: RenderedReply,
  acceptEncoding: string | null,
  response: ServerResponse,
): Promise<void> {
  const plain = Buffer.from(body);
  const isLong = plain.length >= MIN_COMPRESSED_BYTES;
  const isCompressed = isLong && acceptsGzip(acceptEncoding ?? '');
  const sent = isCompressed ? await compress(plain) : plain;
  const vary = [headers.vary, isLong && 'Accept-Encoding'].filter(Boolean).join(', ');
  response.writeHead(status, {
    ...headers,
    ...(vary && { vary }),
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    'content-length': sent.length,
  });
  // Node leaves the body out if the method is HEAD.
  response.end(sent);
}

function acceptsGzip(header: string): boolean {
  if (header.length > MAX_HEADER_LENGTH) return false;
  return parseAccept(header).some(({ type, q }) => /^(gzip|\*)$/i.test(type) && q > 0);
}
