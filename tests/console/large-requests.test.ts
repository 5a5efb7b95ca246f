/**
 * Tests which requests the console refuses before they reach Next. A plain HTTP server takes the place of
 * Next.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Agent, createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS_LIMITS, DESIGN_REQUEST_BYTES } from '#lib/http/body-limits.ts';
import { holdRequests } from '#lib/incoming/hold-requests.ts';
import { useSettings } from './support/settings.ts';

const RECEIVE_MS = 1_000;
const MAX_LARGE_REQUESTS = 2;
const MEMBER = { cookie: 'member' };
const API = '/api/v1/customers/1';
const MULTIPART = 'multipart/form-data; boundary=x';
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** The SHA-256 hashes of the bodies that reached the server. */
const received: string[] = [];
/** The server doesn’t respond until this promise is fulfilled. */
let pause: Promise<void> | undefined;
let membership: () => Promise<boolean> | boolean = () => true;
const server: Server = createServer(async (incoming, response) => {
  const hash = createHash('sha256');
  for await (const chunk of incoming) hash.update(chunk);
  received.push(hash.digest('hex'));
  await pause;
  response.end('done');
});

beforeAll(async () => {
  holdRequests({
    isFromMember: async (headers) => headers.get('cookie') === MEMBER.cookie && (await membership()),
    maxLargeRequests: MAX_LARGE_REQUESTS,
    receiveMs: RECEIVE_MS,
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => server.close());
beforeEach(() => {
  useSettings({});
  received.length = 0;
  pause = undefined;
  membership = () => true;
});

interface Sent {
  readonly path?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request. A stream is sent without Content-Length. */
function send(body: Buffer | string | Readable, { path = '/login', type, headers, agent }: Sent = {}) {
  return new Promise<Answer>((answered, failed) => {
    const outgoing = request({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      agent: agent ?? new Agent(),
      headers: { ...(type && { 'content-type': type }), ...headers },
    });
    outgoing.on('error', failed).on('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      answered({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    if (body instanceof Readable) body.pipe(outgoing);
    else outgoing.end(body);
  });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const inChunks = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
    })(),
  );

const multipart = (count: number) =>
  `${Array.from({ length: count }, (_, i) => `--x\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`).join('')}--x--\r\n`;
const pairs = (count: number) => Array.from({ length: count }, (_, i) => `${i}=`).join('&');
/** Returns JSON with `count` values: an object, the object's array, and the array's elements. */
const json = (count: number) => JSON.stringify({ a: Array.from({ length: count - 2 }, () => 1) });

describe('a request from anyone', () => {
  it.each([
    ['with Content-Length', (bytes: Buffer) => bytes],
    ['without Content-Length', inChunks],
  ])(
    'is delivered if its body has at most 64 KB, and is refused if it has one byte more, %s',
    async (_, toBody) => {
      const bytes = randomBytes(ANONYMOUS_LIMITS.bytes + 1);
      expect((await send(toBody(bytes.subarray(1)))).status).toBe(200);
      expect(received).toEqual([sha256(bytes.subarray(1))]);
      const refused = await send(toBody(bytes));
      expect([refused.status, received.length]).toEqual([413, 1]);
      expect(refused.text).toContain('The form is larger than 64 KB. Only members can send larger forms.');
    },
  );

  it.each([
    ['a multipart form', MULTIPART, multipart],
    ['a URL-encoded form', FORM, pairs],
    ['JSON', JSON_TYPE, json],
    ['the JSON of an action', 'text/plain;charset=UTF-8', json],
  ])('can contain 100 fields but not 101, in %s', async (_, type, build) => {
    expect((await send(build(ANONYMOUS_LIMITS.fields), { type })).status).toBe(200);
    const refused = await send(build(ANONYMOUS_LIMITS.fields + 1), { type });
    expect([refused.status, received.length]).toEqual([413, 1]);
    expect(refused.text).toContain('The form has more than 100 fields.');
  });

  it('is refused for too many fields even if the request arrives byte by byte', async () => {
    const bytes = Buffer.from(multipart(101));
    const body = Readable.from(Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)));
    expect((await send(body, { type: MULTIPART })).status).toBe(413);
  });

  it('can’t hide fields behind a second or malformed boundary', async () => {
    for (const type of [
      'multipart/form-data; boundary=y; boundary=x',
      'multipart/form-data',
      'multipart/form-data; boundary="x',
      'multipart/form-data; boundary=',
      'multipart/mixed',
    ])
      expect((await send(multipart(1), { type })).status, type).toBe(400);
    for (const type of [
      'Multipart/Form-Data; Boundary="x"',
      'multipart/form-data; charset=utf-8; boundary=x',
    ])
      expect((await send(multipart(101), { type })).status, type).toBe(413);
  });

  it.each([
    'application/octet-stream',
    'application/x-www-form-urlencoded; charset=utf-8',
    'Multipart/Form-Data; boundary=x',
    'multipart/mixed; boundary=x',
    '',
  ])('can’t avoid the field limit with the content type %j', async (type) => {
    const headers = { 'next-action': 'x' };
    const refused = await send(`[${'1,'.repeat(200)}1]`, { type, headers });
    expect(refused.status).toBe(413);
    expect((await send('[1,2]', { type, headers })).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it('can’t contain JSON that is nested more than 32 levels deep', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect((await send(nested(32), { type: JSON_TYPE })).status).toBe(200);
    expect((await send(nested(33), { type: JSON_TYPE })).text).toContain('nested too deeply');
  });

  it('doesn’t count brackets and commas in JSON text', async () => {
    const body = JSON.stringify({ text: '\\"[{,:'.repeat(1_000) });
    expect((await send(body, { type: JSON_TYPE })).status).toBe(200);
  });
});

describe('a request from a member', () => {
  it('is delivered unchanged if its size is within the path’s limit, and is refused if it is one byte larger', async () => {
    const bytes = randomBytes(DESIGN_REQUEST_BYTES + 1);
    for (const size of [65_537, 1_000_000, DESIGN_REQUEST_BYTES]) {
      for (const body of [bytes.subarray(0, size), inChunks(bytes.subarray(0, size))]) {
        received.length = 0;
        expect((await send(body, { path: API, headers: MEMBER })).status).toBe(200);
        expect(received).toEqual([sha256(bytes.subarray(0, size))]);
      }
    }
    received.length = 0;
    for (const body of [bytes, inChunks(bytes)])
      expect((await send(body, { path: API, headers: MEMBER })).status).toBe(413);
    expect(received).toEqual([]);
  });

  it.each([
    ['/profile', 256 * 1024],
    ['/templates/1/edit', DESIGN_REQUEST_BYTES],
    ['/files/templates/1/draft', DESIGN_REQUEST_BYTES],
    ['/%61pi/v1/customers/1', 256 * 1024],
  ])(
    'is accepted up to the limit of the path %s, and refused if it is one byte larger',
    async (path, limit) => {
      const bytes = Buffer.alloc(limit + 1);
      expect((await send(bytes.subarray(1), { path, headers: MEMBER })).status).toBe(200);
      expect((await send(bytes, { path, headers: MEMBER })).status).toBe(413);
    },
  );

  it('is refused if it contains more than 2,000 names and values', async () => {
    const sent = { path: API, headers: MEMBER, type: JSON_TYPE };
    expect((await send(json(2_000), sent)).status).toBe(200);
    const refused = await send(json(2_001), sent);
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.text)).toEqual({
      error: {
        code: 'too_large',
        message:
          'No action was taken. The request has more than 2,000 fields. Send less data, then try again.',
      },
    });
  });

  it('is refused for too many names, even if the names arrive before the session has been checked', async () => {
    const names = JSON.stringify(
      Object.fromEntries(Array.from({ length: 400_000 }, (_, i) => [`key${i}`, 1])),
    );
    for (const body of [names, inChunks(Buffer.from(names))])
      expect((await send(body, { path: API, headers: MEMBER, type: JSON_TYPE })).status).toBe(413);
    const first = `[${'1,'.repeat(2_000)}"${'x'.repeat(100_000)}"]`;
    expect((await send(first, { path: API, headers: MEMBER, type: JSON_TYPE })).status).toBe(413);
    expect(received).toEqual([]);
  });

  it('is refused with 503 while the database can’t be reached', async () => {
    membership = () => Promise.reject(new Error('down'));
    const refused = await send(Buffer.alloc(100_000), { path: API, headers: MEMBER });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  });

  it('isn’t read beyond the first chunks until the session has been checked', async () => {
    let decide = (_: boolean) => {};
    membership = () => new Promise((decided) => (decide = decided));
    const connections: Socket[] = [];
    server.on('connection', (socket) => connections.push(socket));
    const answer = send(Buffer.alloc(6_000_000), { path: API, headers: MEMBER });
    await expect.poll(() => connections[0]?.bytesRead ?? 0).toBeGreaterThan(0);
    await new Promise((later) => setTimeout(later, RECEIVE_MS / 4));
    // Node reads at most one more chunk of a connection at a time.
    expect(connections[0]?.bytesRead).toBeLessThan(200_000);
    expect(received).toEqual([]);
    decide(true);
    expect((await answer).status).toBe(200);
  });
});

describe('large requests', () => {
  it('are refused with 503 while too many are in progress, and accepted afterward', async () => {
    let release = () => {};
    pause = new Promise((released) => (release = released));
    const sendLarge = () => send(Buffer.alloc(100_000), { path: API, headers: MEMBER });
    const inProgress = Array.from({ length: MAX_LARGE_REQUESTS }, sendLarge);
    await expect.poll(() => received.length).toBe(MAX_LARGE_REQUESTS);
    const refused = await sendLarge();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(refused.text).error.code).toBe('unavailable');
    const small = send('a', { path: API });
    release();
    for (const answer of [...inProgress, small]) expect((await answer).status).toBe(200);
    pause = undefined;
    expect((await sendLarge()).status).toBe(200);
  });

  it('no longer count toward the limit after their clients disconnect', async () => {
    const sendPart = () => {
      const outgoing = request({
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        method: 'POST',
        path: API,
        headers: { ...MEMBER, 'content-length': '200000' },
      });
      outgoing.on('error', () => undefined).write(Buffer.alloc(100_000));
      return outgoing;
    };
    const started = Array.from({ length: MAX_LARGE_REQUESTS }, sendPart);
    const sendLarge = async () => (await send(Buffer.alloc(100_000), { path: API, headers: MEMBER })).status;
    await expect.poll(sendLarge).toBe(503);
    for (const outgoing of started) outgoing.destroy();
    await expect.poll(sendLarge).toBe(200);
  });
});

describe('a request that arrives too slowly', () => {
  it('is ended, and never reaches Next', async () => {
    const body = new Readable({ read: () => undefined });
    body.push('name=');
    const refused = await send(body, { type: FORM });
    expect(refused.status).toBe(408);
    expect(refused.text).toContain('The form didn’t arrive within 1 second.');
    expect(received).toEqual([]);
  });
});

describe('the response to a refused request', () => {
  const large = Buffer.alloc(70_000);

  it('is a page for a form', async () => {
    const { headers, text } = await send(large);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>This form is too large</h1>');
    expect(text).toContain('No action was taken.');
  });

  it('is text for an action', async () => {
    const { headers, text } = await send(large, { headers: { 'next-action': 'x' } });
    expect(headers['content-type']).toBe('text/plain');
    expect(text).toMatch(/^No action was taken\. The form is larger than 64 KB\./);
  });

  it('is a problem document for a program that accepts it', async () => {
    const sent = { path: API, headers: { accept: 'application/problem+json' } };
    const { headers, text } = await send(large, sent);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({ status: 413, code: 'too_large' });
  });

  it('has the headers of private links for share links', async () => {
    const { headers } = await send(large, { path: '/share/token' });
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
    });
  });

  it('leaves the connection usable', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await send(large, { agent })).status).toBe(413);
    expect((await send('a', { agent })).status).toBe(200);
    agent.destroy();
  });
});
