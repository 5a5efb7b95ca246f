/** Tests how many bytes, fields, and levels a request can contain before it is refused. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ANONYMOUS_LIMITS, DESIGN_REQUEST_BYTES } from '#lib/http/body-limits.ts';
import { API, JSON_TYPE, MEMBER, MULTIPART, setUpHeldRequests } from './support/held-requests.ts';

const held = setUpHeldRequests();
const { received, send } = held;

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
/** Returns JSON with `count` values in total: an object, the array in it, and the array's elements. */
const json = (count: number) => JSON.stringify({ a: Array.from({ length: count - 2 }, () => 1) });

describe('a request from anyone', () => {
  it.each([
    ['with Content-Length', (bytes: Buffer) => bytes],
    ['without Content-Length', inChunks],
  ])(
    'is delivered if its body has at most 64 KB, and is refused if the body has one byte more, %s',
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
    ['a URL-encoded form', 'application/x-www-form-urlencoded', pairs],
    ['JSON', JSON_TYPE, json],
    ['the JSON of an action', 'text/plain;charset=UTF-8', json],
  ])('can contain 100 fields but not 101, in %s', async (_, type, build) => {
    expect((await send(build(ANONYMOUS_LIMITS.fields), { type })).status).toBe(200);
    const refused = await send(build(ANONYMOUS_LIMITS.fields + 1), { type });
    expect([refused.status, received.length]).toEqual([413, 1]);
    expect(refused.text).toContain('The form has more than 100 fields.');
  });

  it('is refused if it has too many fields, even if it arrives byte by byte', async () => {
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

  it('may contain any number of brackets and commas in JSON strings', async () => {
    const body = JSON.stringify({ text: '\\"[{,:'.repeat(1_000) });
    expect((await send(body, { type: JSON_TYPE })).status).toBe(200);
  });
});

describe('a request from a member', () => {
  it('is delivered unchanged if its size is within the path’s limit, and is refused if it exceeds the limit by one byte', async () => {
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
    'is accepted up to the limit for the path %s, and is refused if it exceeds that limit by one byte',
    async (path, limit) => {
      const bytes = Buffer.alloc(limit + 1);
      expect((await send(bytes.subarray(1), { path, headers: MEMBER })).status).toBe(200);
      expect((await send(bytes, { path, headers: MEMBER })).status).toBe(413);
    },
  );

  it('is refused if its JSON contains more than 2,000 names and values', async () => {
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

  it('is refused if it has too many fields, even if they arrive before the console has checked the session', async () => {
    const names = JSON.stringify(
      Object.fromEntries(Array.from({ length: 400_000 }, (_, i) => [`key${i}`, 1])),
    );
    for (const body of [names, inChunks(Buffer.from(names))])
      expect((await send(body, { path: API, headers: MEMBER, type: JSON_TYPE })).status).toBe(413);
    const first = `[${'1,'.repeat(2_000)}"${'x'.repeat(100_000)}"]`;
    expect((await send(first, { path: API, headers: MEMBER, type: JSON_TYPE })).status).toBe(413);
    expect(received).toEqual([]);
  });
});
