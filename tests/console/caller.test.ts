/** Where a request comes from, whatever it says about itself. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, countedAs } from '#lib/auth/caller-address.ts';
import { keepAddressesAsSent } from '#lib/http/raw-request.ts';
import { newLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { useSettings } from './support/settings.ts';

const behind = (proxies: number, list: string | null) => {
  process.env.TRUSTED_PROXIES = String(proxies);
  dropSingleton('env');
  return addressOf(new Headers(list === null ? {} : { 'x-forwarded-for': list }));
};

beforeEach(() => useSettings({}));

describe('the caller’s address', () => {
  it.each([
    [0, '198.51.100.1', '198.51.100.1'],
    [0, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    [1, '198.51.100.1, 10.0.0.1', '198.51.100.1'],
    [1, '203.0.113.9, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
    [2, '203.0.113.9, 198.51.100.1, 10.0.0.2, 10.0.0.1', '198.51.100.1'],
    // Past the proxies.
    [2, '198.51.100.1', '198.51.100.1'],
    [0, '::ffff:198.51.100.1', '198.51.100.1'],
    [0, '::FFFF:c633:6401', '198.51.100.1'],
    [0, '2001:DB8::0:1', '2001:db8::1'],
    [1, '198.51.100.1:4711, 10.0.0.1', '198.51.100.1'],
    [1, '[2001:db8::1]:4711, 10.0.0.1', '2001:db8::1'],
    [0, 'unknown', null],
    [0, '', null],
    [0, null, null],
    [1, '<script>, 10.0.0.1', null],
  ])('behind %i proxies, of %j, is %j', (proxies, list, address) => {
    expect(behind(proxies, list)).toBe(address);
  });

  it('counts as a whole, or for IPv6 as its network', () => {
    expect(countedAs('198.51.100.1')).toBe('198.51.100.1');
    expect(countedAs('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(countedAs('2001:db8:1:2:ffff::')).toBe('2001:db8:1:2::/64');
    expect(countedAs('2001:db8:1:3::')).toBe('2001:db8:1:3::/64');
    expect(countedAs(null)).toBe('unknown');
  });
});

describe('the connection', () => {
  let got: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    got = request.headers;
    response.end();
  });
  const lines: string[] = [];
  const ask = async (headers: Record<string, string>) => {
    const { port } = server.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${port}/`, { headers })).arrayBuffer();
    return got['x-forwarded-for'];
  };
  beforeAll(async () => {
    singleton('log', () => newLog('info', { write: (line: string) => void lines.push(line) }));
    keepAddressesAsSent();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    dropSingleton('log');
    server.close();
  });

  it('is added to what the caller or a proxy says, and a proxy nobody set up is told of once', async () => {
    expect(await ask({})).toBe('127.0.0.1');
    expect(await ask({ 'x-forwarded-for': '203.0.113.9', 'x-mailroom-sent': '/login' })).toMatch(
      /127\.0\.0\.1$/,
    );
    expect(lines, 'nor is Next asking itself a proxy').toEqual([]);
    expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9, 127.0.0.1');
    expect(await ask({ 'x-forwarded-for': '203.0.113.9, 10.0.0.1' })).toBe(
      '203.0.113.9, 10.0.0.1, 127.0.0.1',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUSTED_PROXIES');
    expect(lines[0]).not.toContain('203.0.113.9');
  });
});
