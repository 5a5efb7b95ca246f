import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import type { HonoEnv } from '../http/hono-env.ts';

const packageFile = (specifier: string) => new URL(import.meta.resolve(specifier));

const ASSETS = {
  'payment.css': { type: 'text/css; charset=utf-8', url: new URL('./payment.css', import.meta.url) },
  'card-form.mjs': {
    type: 'text/javascript; charset=utf-8',
    url: new URL('../card-form/card-form.mjs', import.meta.url),
  },
  'inter.woff2': {
    type: 'font/woff2',
    url: packageFile('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  },
  'source-serif.woff2': {
    type: 'font/woff2',
    url: packageFile('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
  },
} as const;

/** Serves the style sheet, script, and fonts for the payment page and the card form. */
export function createAssetsRouter(): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();
  for (const [name, { type, url }] of Object.entries(ASSETS)) {
    router.get(`/${name}`, async (call) =>
      call.body(new Uint8Array(await readFile(url)), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=3600',
      }),
    );
  }
  return router;
}
