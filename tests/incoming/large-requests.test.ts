/**
 * Tests that large and slow requests can't overload the console, and how the console responds to the requests
 * that it refuses.
 */
import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { API, MAX_LARGE_REQUESTS, MEMBER, setUpHeldRequests } from './support/held-requests.ts';

const held = setUpHeldRequests();
const { received, send } = held;

describe('a large request whose session is being checked', () => {
  it('is refused with 503 while the database can’t be reached', async () => {
    held.checkMembership = () => Promise.reject(new Error('down'));
    const refused = await send(Buffer.alloc(100_000), { path: API, headers: MEMBER });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  });

  it('isn’t read beyond the first chunks until the check is complete', async () => {
    const { promise: decision, resolve: decide } = Promise.withResolvers<boolean>();
    held.checkMembership = () => decision;
    const large = Buffer.alloc(6_000_000);
    const answer = send(large, { path: API, headers: MEMBER });
    const readBytes = () => held.connections[0]?.bytesRead ?? 0;
    await expect.poll(readBytes).toBeGreaterThan(0);
    // If the console were reading the first request, all of that request would arrive before the second one ends.
    held.checkMembership = () => true;
    expect((await send(large, { path: API, headers: MEMBER })).status).toBe(200);
    // While the console isn't reading a request, Node reads at most one chunk ahead.
    expect(readBytes()).toBeLessThan(200_000);
    expect(received).toHaveLength(1);
    decide(true);
    expect((await answer).status).toBe(200);
  });
});

describe('a large request', () => {
  it('is refused with 503 while too many others are in progress, and is accepted afterward', async () => {
    const { promise: pause, resolve: release } = Promise.withResolvers<void>();
    held.pause = pause;
    const sendLarge = () => send(Buffer.alloc(100_000), { path: API, headers: MEMBER });
    const inProgress = Array.from({ length: MAX_LARGE_REQUESTS }, sendLarge);
    await expect.poll(() => received.length).toBe(MAX_LARGE_REQUESTS);
    const refused = await sendLarge();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(refused.text).error.code).toBe('unavailable');
    const small = send('a', { path: API });
    release();
    for (const answer of [...inProgress, small]) expect((await answer).status).toBe(200);
    held.pause = undefined;
    expect((await sendLarge()).status).toBe(200);
  });

  it('no longer counts toward the limit after its client disconnects', async () => {
    const sendPart = () => {
      const outgoing = held.start({ path: API, headers: { ...MEMBER, 'content-length': '200000' } });
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
  it('is refused with 408, and never reaches Next', async () => {
    const body = new Readable({ read: () => undefined });
    body.push('name=');
    const refused = await send(body, { type: 'application/x-www-form-urlencoded' });
    expect(refused.status).toBe(408);
    expect(refused.text).toContain('The form didn’t arrive within 1 second.');
    expect(received).toEqual([]);
  });
});

describe('the response to a refused request', () => {
  const large = Buffer.alloc(70_000);

  it('is an HTML page if the request is a form', async () => {
    const { headers, text } = await send(large);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>This form is too large</h1>');
    expect(text).toContain('No action was taken.');
  });

  it('is plain text if the request is a server action', async () => {
    const { headers, text } = await send(large, { headers: { 'next-action': 'x' } });
    expect(headers['content-type']).toBe('text/plain');
    expect(text).toMatch(/^No action was taken\. The form is larger than 64 KB\./);
  });

  it('is a problem document if the client accepts that format', async () => {
    const sent = { path: API, headers: { accept: 'application/problem+json' } };
    const { headers, text } = await send(large, sent);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({ status: 413, code: 'too_large' });
  });

  it('has a share link’s privacy headers if the request is for a share link', async () => {
    const { headers } = await send(large, { path: '/share/token' });
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
    });
  });

  it('leaves the connection open for further requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await send(large, { agent })).status).toBe(413);
    expect((await send('a', { agent })).status).toBe(200);
    agent.destroy();
  });
});
