/** Where a URL that somebody else made may lead, and where never. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeFileConnections, fetchFile } from '#lib/files/download.ts';
import { isPublicAddress, publicLookup } from '#lib/files/public-address.ts';
import { useSettings } from './support/settings.ts';

beforeAll(() => useSettings({}));
afterAll(() => closeFileConnections());

describe('an address that leads inside', () => {
  it('is never connected to', async () => {
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
  ])('nor is %j', async (address) => {
    expect(await fetchFile(address, 1_000)).toEqual({ ok: false, failure: { kind: 'garbled' } });
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
  ])('%s: public is %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('is refused when any address of a name is, and the connection goes to the address that was checked', () => {
    const look = (addresses: string[], all: boolean) => {
      const seen = vi.fn();
      const resolve = publicLookup((_host, _options, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
      );
      resolve('files.example', { all }, seen);
      return seen.mock.calls[0];
    };
    expect(look(['93.184.216.34', '10.0.0.1'], true)?.[0]).toBeInstanceOf(Error);
    expect(look([], true)?.[0]).toBeInstanceOf(Error);
    expect(look(['93.184.216.34'], true)).toEqual([null, [{ address: '93.184.216.34', family: 4 }]]);
    expect(look(['93.184.216.34'], false)).toEqual([null, '93.184.216.34', 4]);
  });
});
