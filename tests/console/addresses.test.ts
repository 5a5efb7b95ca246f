/** Tests that the console downloads files only from allowed URLs, and never from private addresses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeFileConnections, fetchFile } from '#lib/files/download.ts';
import { createPublicLookup, isPublicAddress } from '#lib/files/public-address.ts';
import { useSettings } from './support/settings.ts';

beforeAll(() => useSettings({}));
afterAll(() => closeFileConnections());

describe('a file download', () => {
  it('never connects to a private address', async () => {
    const canary = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    let hits = 0;
    canary.on('connection', () => {
      hits += 1;
    });
    await new Promise((listening) => canary.once('listening', listening));
    const { port } = canary.address() as AddressInfo;
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      '0.0.0.0',
      '[::]',
    ];
    for (const host of hosts) {
      for (const scheme of ['http', 'https']) {
        expect(await fetchFile(`${scheme}://${host}:${port}/x`, 1_000), host).toMatchObject({ ok: false });
      }
    }
    expect(hits).toBe(0);
    canary.close();
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    'file:///etc/passwd',
    'ftp://files.example/x.png',
    '/relative.png',
    'https://user:password@files.example/x.png',
    'https:\\\\files.example\\x.png',
    'https://files.example/\nx.png',
    'http://files.example/x.png',
  ])('refuses the URL %j', async (url) => {
    expect(await fetchFile(url, 1_000)).toEqual({ ok: false, failure: { kind: 'garbled' } });
  });

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.0.0.1', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['198.18.0.1', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['fec0::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001::1', false],
    ['127.1', false],
    ['nonsense', false],
  ])('classifies the address %s (public: %s)', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('refuses a host if any of its addresses is private, and connects only to addresses that it has checked', () => {
    const lookUp = (addresses: string[], all: boolean) => {
      const callback = vi.fn();
      const lookup = createPublicLookup((_host, _options, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
      );
      lookup('files.example', { all }, callback);
      return callback.mock.calls[0];
    };
    expect(lookUp(['93.184.216.34', '10.0.0.1'], true)?.[0]).toBeInstanceOf(Error);
    expect(lookUp([], true)?.[0]).toBeInstanceOf(Error);
    expect(lookUp(['93.184.216.34'], true)).toEqual([null, [{ address: '93.184.216.34', family: 4 }]]);
    expect(lookUp(['93.184.216.34'], false)).toEqual([null, '93.184.216.34', 4]);
  });
});
