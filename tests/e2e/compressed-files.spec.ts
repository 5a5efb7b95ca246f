/** Tests how the console serves the build's scripts, style sheets, and SVG images with and without Brotli. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listCompressedFiles } from '#scripts/compress-build.ts';
import { expect, test } from '../support/browser.ts';

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request without Playwright, which would decompress the response. */
async function send(origin: string, path: string, { method = 'GET', headers = {} }: Sent): Promise<Received> {
  const { hostname, port } = new URL(origin);
  const [response] = await once(request({ hostname, port, path, method, headers }).end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const accepting = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });
const BROTLI = accepting('gzip, deflate, br, zstd');
const GZIP = accepting('gzip, br;q=0');
const NONE = accepting('identity');

/** Returns the headers that don't depend on the encoding. */
function commonHeaders({ headers }: Received): IncomingMessage['headers'] {
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    etag: _tag,
    'last-modified': _modified,
    date: _date,
    'x-request-id': _id,
    ...common
  } = headers;
  return common;
}

test('a compressed file has the same content and headers as the file itself', async ({ mailroom }) => {
  const files = await listCompressedFiles();
  for (const extension of ['.js', '.css', '.svg'])
    expect(files.filter((file) => file.endsWith(extension)).length, extension).toBeGreaterThan(0);
  for (const file of files) {
    const [brotli, gzip, plain] = await Promise.all([
      send(mailroom.url, file, BROTLI),
      send(mailroom.url, file, GZIP),
      send(mailroom.url, file, NONE),
    ]);
    expect(brotli.headers, file).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotli.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(brotli.body).equals(plain.body), file).toBe(true);
    expect(brotli.body.length, file).toBeLessThan(plain.body.length);
    expect(commonHeaders(brotli), file).toEqual(commonHeaders(plain));
    expect(brotli.headers.etag, file).not.toBe(plain.headers.etag);
    expect(plain.headers['content-encoding'], file).toBeUndefined();
    // Next doesn't compress very small files.
    if (gzip.headers['content-encoding'] === undefined) continue;
    expect(gunzipSync(gzip.body).equals(plain.body), file).toBe(true);
    expect(commonHeaders(gzip), file).toEqual(commonHeaders(plain));
    expect(brotli.body.length, file).toBeLessThan(gzip.body.length);
  }
});

test('caches keep the compressed copy and the file separate', async ({ mailroom }) => {
  const [file = ''] = await listCompressedFiles();
  const [brotli, plain] = await Promise.all([
    send(mailroom.url, file, BROTLI),
    send(mailroom.url, file, NONE),
  ]);
  const revalidate = (sent: Sent, { headers }: Received) =>
    send(mailroom.url, file, {
      headers: { ...sent.headers, 'if-none-match': `"other", ${headers.etag}` },
    });
  for (const [sent, cached] of [
    [BROTLI, brotli],
    [NONE, plain],
  ] as const) {
    const { status, headers, body } = await revalidate(sent, cached);
    expect([status, body.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag: cached.headers.etag, vary: 'Accept-Encoding' });
    expect(headers).not.toHaveProperty('content-encoding');
  }
  expect((await revalidate(BROTLI, plain)).body.equals(brotli.body)).toBe(true);
  expect((await revalidate(NONE, brotli)).body.equals(plain.body)).toBe(true);
});

test('a HEAD request gets the headers of the compressed copy', async ({ mailroom }) => {
  const [file = ''] = await listCompressedFiles();
  const get = await send(mailroom.url, file, BROTLI);
  const head = await send(mailroom.url, file, { ...BROTLI, method: 'HEAD' });
  const { date: _date, 'x-request-id': _id, ...expected } = get.headers;
  expect(head.headers).toMatchObject(expected);
  expect(head.body).toHaveLength(0);
});

test('a range request gets part of the compressed copy', async ({ mailroom }) => {
  const [file = ''] = await listCompressedFiles();
  const whole = await send(mailroom.url, file, BROTLI);
  const sendRange = (range: string, more = {}) =>
    send(mailroom.url, file, { headers: { ...BROTLI.headers, range, ...more } });
  const part = await sendRange('bytes=10-29');
  expect(part.status).toBe(206);
  expect(part.headers).toMatchObject({
    'content-encoding': 'br',
    'content-range': `bytes 10-29/${whole.body.length}`,
    'content-type': whole.headers['content-type'],
    etag: whole.headers.etag,
  });
  expect(part.body.equals(whole.body.subarray(10, 30))).toBe(true);
  expect((await sendRange('bytes=10-29', { 'if-range': '"other"' })).body.equals(whole.body)).toBe(true);
});

test('error responses for a compressed file aren’t marked as compressed', async ({ mailroom }) => {
  const [file = ''] = await listCompressedFiles();
  const wrong: readonly Sent[] = [
    { method: 'POST' },
    { headers: { 'if-match': '"other"' } },
    { headers: { range: 'bytes=99999999-' } },
  ];
  for (const { method = 'GET', headers } of wrong) {
    const { status, headers: received } = await send(mailroom.url, file, {
      method,
      headers: { ...BROTLI.headers, ...headers },
    });
    const name = `${method} ${JSON.stringify(headers)}`;
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(received['content-encoding'], name).not.toBe('br');
  }
});

test('only built files are served, however a request spells the path', async ({ mailroom }) => {
  const [file = ''] = await listCompressedFiles();
  for (const path of [
    '/_next/static/../BUILD_ID',
    '/_next/static/%2e%2e/BUILD_ID',
    '/_next/static/..%2fBUILD_ID',
    '/_next/static/..%5cBUILD_ID',
    '/_next/static/%252e%252e%252fBUILD_ID',
    '/_next/static/chunks/../../../package.json',
    `${file}/../../../../../package.json`,
    `${file}%00.br`,
    `${file}.br.br`,
  ]) {
    const { status, headers } = await send(mailroom.url, path, BROTLI);
    expect(status, path).toBeGreaterThanOrEqual(300);
    expect(headers['content-encoding'], path).not.toBe('br');
  }
});

test('browsers get every script and style sheet of a page as a compressed copy', async ({
  page,
  mailroom: _,
}) => {
  const encodings: Record<string, string | undefined> = {};
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/_next\/static\/.*\.(js|css)$/.test(pathname))
      encodings[pathname] = response.headers()['content-encoding'];
  });
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect(Object.keys(encodings).length).toBeGreaterThan(3);
  expect(new Set(Object.values(encodings))).toEqual(new Set(['br']));
});
