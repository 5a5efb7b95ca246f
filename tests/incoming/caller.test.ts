/** Tests that the console determines the caller's IP address and that a request can't forge the address. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimitKey } from '#lib/auth/rate-limit-key.ts';
import { addressFromHeaders } from '#lib/auth/request-address.ts';
import { preserveRawRequests } from '#lib/http/raw-request.ts';
import { createLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { useSettings } from '../console/support/settings.ts';

const addressBehind = (proxies: string, forwardedFor: string | null) => {
  process.env.TRUSTED_PROXY_ADDRESSES = proxies;
  dropSingleton('env');
  return addressFromHeaders(new Headers(forwardedFor === null ? {} : { 'x-forwarded-for': forwardedFor }));
};

beforeEach(() => useSettings({}));

describe('the caller’s address', () => {
  it.each([
    ['', '198.51.100.1', '198.51.100.1'],
    ['', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.0.0.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
    ['10.0.0.1, 10.0.0.2', '203.0.113.9, 198.51.100.1, 10.0.0.2, 10.0.0.1', '198.51.100.1'],
    ['10.0.0.0/24', '203.0.113.9, 198.51.100.1, 10.0.0.2, 10.0.0.1', '198.51.100.1'],
    ['2001:db8:1::/48', '198.51.100.1, 2001:db8:1::7', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, ::ffff:10.0.0.1', '198.51.100.1'],
    // The last address isn’t a trusted proxy, so the caller could have forged the addresses before it.
    ['10.0.0.1', '203.0.113.9, 10.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
    // A proxy sent the request itself instead of forwarding it for a caller.
    ['10.0.0.0/24', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    ['', '::ffff:198.51.100.1', '198.51.100.1'],
    ['', '::FFFF:c633:6401', '198.51.100.1'],
    ['', '2001:DB8::0:1', '2001:db8::1'],
    ['10.0.0.1', '198.51.100.1:4711, 10.0.0.1', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::1]:4711, 10.0.0.1', '2001:db8::1'],
    ['', 'unknown', null],
    ['', '', null],
    ['', null, null],
    ['10.0.0.1', '<script>, 10.0.0.1', null],
  ])(
    'is determined from the trusted proxies %j and the header X-Forwarded-For %j: %j',
    (proxies, forwardedFor, address) => {
      expect(addressBehind(proxies, forwardedFor)).toBe(address);
    },
  );

  it('counts toward rate limits as the full IPv4 address, or as the /64 network of an IPv6 address', () => {
    expect(rateLimitKey('198.51.100.1')).toBe('198.51.100.1');
    expect(rateLimitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(rateLimitKey('2001:db8:1:2:ffff::')).toBe('2001:db8:1:2::/64');
    expect(rateLimitKey('2001:db8:1:3::')).toBe('2001:db8:1:3::/64');
    expect(rateLimitKey(null)).toBe('unknown');
  });
});

describe('a request', () => {
  let receivedHeaders: IncomingHttpHeaders = {};
  const server = createServer(async (request, response) => {
    receivedHeaders = request.headers;
    if (request.url === '/forward') await forward(request.headers);
    if (request.url === '/page') response.setHeader('content-security-policy', "default-src 'self'");
    response.end();
  });
  const lines: string[] = [];
  const sendRequest = async (headers: Record<string, string>, path = '/') => {
    const { port } = server.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer();
    return receivedHeaders['x-forwarded-for'];
  };
  /** Sends the server a second request with the same headers, as Next does. */
  const forward = ({ connection: _, ...headers }: IncomingHttpHeaders) =>
    sendRequest(headers as Record<string, string>);
  beforeAll(async () => {
    singleton('log', () => createLog('warn', { write: (line: string) => void lines.push(line) }));
    preserveRawRequests();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    dropSingleton('log');
    server.close();
  });

  it('gets a response with a content security policy that allows nothing, unless the page sets its own policy', async () => {
    const { port } = server.address() as AddressInfo;
    const readPolicy = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      await response.arrayBuffer();
      return response.headers.get('content-security-policy');
    };
    expect(await readPolicy('/file')).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
    expect(await readPolicy('/page')).toBe("default-src 'self'");
  });

  it('keeps the caller’s address if Next sends the request to the console again', async () => {
    expect(await sendRequest({}, '/forward')).toBe('127.0.0.1');
    expect(lines, 'the console itself isn’t an unexpected proxy').toEqual([]);
  });

  it('can’t pretend to come from the console itself', async () => {
    process.env.TRUSTED_PROXY_ADDRESSES = '10.0.0.1';
    dropSingleton('env');
    await sendRequest({});
    const secret = String(receivedHeaders['x-mailroom-own']);
    const forgeries = ['', '1', 'x'.repeat(secret.length), 'é'.repeat(secret.length), `${secret}, ${secret}`];
    for (const forged of forgeries) {
      const headers = {
        'x-forwarded-for': '203.0.113.9',
        'x-mailroom-own': forged,
      };
      expect(await sendRequest(headers), forged).toBe('203.0.113.9, 127.0.0.1');
      expect(receivedHeaders['x-mailroom-own'], forged).toBe(secret);
    }
  });

  it('reaches Next with the connection’s address in X-Forwarded-For, and is logged if it is the first from an unexpected proxy', async () => {
    expect(await sendRequest({})).toBe('127.0.0.1');
    expect(await sendRequest({ 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9, 127.0.0.1');
    expect(await sendRequest({ 'x-forwarded-for': '203.0.113.9, 10.0.0.1' })).toBe(
      '203.0.113.9, 10.0.0.1, 127.0.0.1',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUSTED_PROXY_ADDRESSES');
    expect(lines[0]).not.toContain('203.0.113.9');
  });
});
