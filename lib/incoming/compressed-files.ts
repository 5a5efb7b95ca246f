/**
 * Serves the copies of built files that the build compressed with Brotli. Next compresses files with gzip each time it
 * sends them, because it doesn't look for compressed copies. Next still reads and sends the copies, so ranges,
 * conditional requests, and caching work as they do for other built files.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path/posix';
import { parseAccept } from 'hono/utils/accept';
import { beforeHeaders } from '#lib/http/before-headers.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/** The suffix of a compressed copy's name. The copy is in the same directory as the file. */
export const COPY_SUFFIX = '.br';
/** The files that the build compresses, with the types that Next sends. Fonts are already compressed. */
export const COMPRESSED_TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
};
/**
 * The limit prevents a forged header from taking a long time to parse. Browsers' headers are well under the
 * limit.
 */
const MAX_HEADER_LENGTH = 200;

const compressed = () => singleton('compressedFiles', () => ({ paths: new Set<string>() }));

/** @param paths the URL paths of the files that have a compressed copy */
export function setCompressedFiles(paths: Iterable<string>): void {
  compressed().paths = new Set(paths);
}

/**
 * Serves the copies from all HTTP servers in this process. Compares paths without decoding them, so a request
 * can reach only files that the build compressed.
 */
export function serveCompressedFiles(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { method, url: path = '', headers } = request;
    if (!compressed().paths.has(path)) return;
    response.setHeader('vary', 'Accept-Encoding');
    if (!(method === 'GET' || method === 'HEAD') || !acceptsBrotli(headers['accept-encoding'])) return;
    request.url = `${path}${COPY_SUFFIX}`;
    // Next doesn't compress a response that already has an encoding.
    response.setHeader('content-encoding', 'br');
    beforeHeaders(response, (status) => {
      if (status === 200 || status === 206)
        response.setHeader('content-type', COMPRESSED_TYPES[extname(path)] ?? '');
      else response.removeHeader('content-encoding');
    });
  });
}

function acceptsBrotli(header = ''): boolean {
  if (header.length > MAX_HEADER_LENGTH) return false;
  return parseAccept(header).some(({ type, q }) => type.toLowerCase() === 'br' && q > 0);
}
