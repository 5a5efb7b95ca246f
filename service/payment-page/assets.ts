import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import type { Web } from '../http/hono-env.ts';

const file = (specifier: string) => new URL(import.meta.resolve(specifier));

const ASSETS = {
  'payment.css': { type: 'text/css; charset=utf-8', from: new URL('./payment.css', import.meta.url) },
  'inter.woff2': {
    type: 'font/woff2',
    from: file('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  },
  'source-serif.woff2': {
    type: 'font/woff2',
    from: file('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
  },
} as const;

/** The style sheet and fonts of the payment page. */
export function assetsDoor(): Hono<Web> {
  const door = new Hono<Web>();
  for (const [name, { type, from }] of Object.entries(ASSETS)) {
    door.get(`/${name}`, async (call) =>
      call.body(new Uint8Array(await readFile(from)), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=3600',
      }),
    );
  }
  return door;
}
