/**
 * Tests which requests get the build's compressed copies. A plain HTTP server takes the place of Next, and responds
 * with the URL of the requested file.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { serveCompressedFiles, setCompressedFiles } from '#lib/incoming/compressed-files.ts';

const SCRIPT = '/_next/static/chunks/a.js';
const STYLES = '/_next/static/chunks/a.css';
const ICON = '/_next/static/media/a.svg';
const BROWSER = 'gzip, deflate, br, zstd';

let status = 200;
let type = 'application/octet-stream';
const server = createServer((received, response) => {
  response.statusCode = status;
  if (status !== 304) response.setHeader('content-type', type);
  response.end(received.method === 'HEAD' || status === 304 ? undefined : received.url);
});

beforeAll(async () => {
  serveCompressedFiles();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
beforeEach(() => {
  status = 200;
  type = 'application/octet-stream';
  setCompressedFiles([SCRIPT, STYLES, ICON]);
});

async function fetchFile(
  path: string,
  { accepted, method = 'GET' }: { accepted?: string | undefined; method?: string } = {},
) {
  const { port } = server.address() as AddressInfo;
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const sent = request({ port, host: '127.0.0.1', path, method, headers }).end();
  const [response] = await once(sent, 'response');
  const { 'content-encoding': encoding, 'content-type': type, vary } = response.headers;
  return { status: response.statusCode, served: await text(response), encoding, type, vary };
}

it.each(['br', BROWSER, 'BR', 'gzip;q=1.0, br;q=0.1', 'br ; q=0.5', 'identity;q=0, br'])(
  'serves the compressed copy to a client that accepts %j',
  async (accepted) => {
    expect(await fetchFile(SCRIPT, { accepted })).toMatchObject({
      served: `${SCRIPT}.br`,
      encoding: 'br',
      vary: 'Accept-Encoding',
    });
  },
);

it.each([
  undefined,
  '',
  'gzip, deflate',
  'gzip, br;q=0',
  'br; q=0.000, gzip',
  'br;Q=0',
  '*',
  'brotli, xbr, br2',
  `br, ${'x'.repeat(200)}`,
])('serves the file itself to a client that accepts %j', async (accepted) => {
  expect(await fetchFile(SCRIPT, { accepted })).toMatchObject({
    served: SCRIPT,
    encoding: undefined,
    vary: 'Accept-Encoding',
  });
});

it.each([
  [SCRIPT, 'application/javascript; charset=UTF-8'],
  [STYLES, 'text/css; charset=UTF-8'],
  [ICON, 'image/svg+xml'],
])('serves the copy of %s as %s', async (path, expected) => {
  expect(await fetchFile(path, { accepted: BROWSER })).toMatchObject({ encoding: 'br', type: expected });
});

it('serves the copy’s headers to a HEAD request', async () => {
  expect(await fetchFile(SCRIPT, { accepted: BROWSER, method: 'HEAD' })).toMatchObject({
    encoding: 'br',
    type: 'application/javascript; charset=UTF-8',
  });
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('doesn’t change a %s request', async (method) => {
  expect(await fetchFile(SCRIPT, { accepted: BROWSER, method })).toMatchObject({
    served: SCRIPT,
    encoding: undefined,
  });
});

it.each([
  '/_next/static/chunks/b.js',
  `${SCRIPT}?v=1`,
  `${SCRIPT}.br`,
  `${SCRIPT}%2e`,
  SCRIPT.toUpperCase(),
  `/${SCRIPT}`,
  '/_next/static/chunks%2Fa.js',
  '/_next/static/chunks/../chunks/a.js',
  '/_next/static/../../package.json',
  '/_next/static/%2e%2e/%2e%2e/package.json',
  '/_next/static/..%5c..%5cpackage.json',
  '/a.js',
  '/',
])('passes on a request for %s, which isn’t the exact path of a compressed file, unchanged', async (path) => {
  expect(await fetchFile(path, { accepted: BROWSER })).toMatchObject({
    served: path,
    encoding: undefined,
    vary: undefined,
  });
});

it('doesn’t mark an error response as compressed', async () => {
  status = 404;
  type = 'text/plain; charset=utf-8';
  expect(await fetchFile(SCRIPT, { accepted: BROWSER })).toMatchObject({
    status: 404,
    encoding: undefined,
    type: 'text/plain; charset=utf-8',
  });
});

it('marks a partial response as compressed', async () => {
  status = 206;
  expect(await fetchFile(SCRIPT, { accepted: BROWSER })).toMatchObject({ status: 206, encoding: 'br' });
});

it('omits the content headers if the client already has the copy', async () => {
  status = 304;
  expect(await fetchFile(SCRIPT, { accepted: BROWSER })).toMatchObject({
    status: 304,
    encoding: undefined,
    type: undefined,
    vary: 'Accept-Encoding',
  });
});

it('passes on every request unchanged if the build has no compressed files, as in development', async () => {
  setCompressedFiles([]);
  expect(await fetchFile(SCRIPT, { accepted: BROWSER })).toMatchObject({ served: SCRIPT, vary: undefined });
});
