/**
 * Tests that only PNG, JPEG, and WebP images reach the image library. The library's parsers for other formats
 * aren't needed.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadThumbnail } from '#lib/files/assets.ts';
import { useSettings } from './support/settings.ts';

const parsed = vi.hoisted(() => ({ count: 0 }));
vi.mock('sharp', async (actual) => {
  const { default: sharp } = await actual<typeof import('sharp')>();
  const countCalls = (...args: Parameters<typeof sharp>) => {
    parsed.count++;
    return sharp(...args);
  };
  return { default: countCalls };
});

const { default: sharp } = await vi.importActual<typeof import('sharp')>('sharp');
const image = () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

let body: Buffer;
let files: Server;
let origin: string;
beforeAll(async () => {
  files = createServer((_, response) => response.end(body));
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
beforeEach(() => {
  useSettings({ DIRECTMAIL_BASE_URL_V2: origin });
  parsed.count = 0;
});
afterAll(() => {
  files.closeAllConnections();
  files.close();
});

it.each([
  ['SVG', async () => Buffer.from(SVG)],
  ['SVG after a byte order mark', async () => Buffer.from(`\ufeff<?xml version="1.0"?>${SVG}`)],
  ['GIF', () => image().gif().toBuffer()],
  ['TIFF', () => image().tiff().toBuffer()],
  ['AVIF', () => image().avif().toBuffer()],
  ['an empty file', async () => Buffer.alloc(0)],
])('a thumbnail isn’t created from %s, which isn’t even parsed', async (name, create) => {
  body = await create();
  expect(await loadThumbnail({ key: name, url: `${origin}/${encodeURIComponent(name)}` }, 10)).toMatchObject({
    ok: false,
  });
  expect(parsed.count).toBe(0);
});

it.each(['png', 'jpeg', 'webp'] as const)('a thumbnail is created from a %s image', async (format) => {
  body = await image()[format]().toBuffer();
  expect(await loadThumbnail({ key: format, url: `${origin}/${format}` }, 10)).toMatchObject({ ok: true });
  expect(parsed.count).toBe(1);
});
