/**
 * Serves campaigns' thumbnails, proofs, and designs. Requests don't need an API key, because the file URLs
 * can't be guessed.
 */
import { Hono } from 'hono';
import type { ServiceContext } from './context.ts';
import { findArtworkFile, findDesigns, SIDES } from './store/artworks.ts';

/** A file URL always returns the same content. A file has no URL until it is rendered. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

export function createFilesRouter({ db }: Pick<ServiceContext, 'db'>): Hono {
  const router = new Hono();

  router.get('/:token{[\\w-]+}/:name{[\\w.]+}', async (call) => {
    const { token, name } = call.req.param();
    const side = SIDES.findIndex((known) => name === `${known}.html`);
    const html = side < 0 ? undefined : (await findDesigns(db, token))[side];
    if (html !== undefined) {
      return call.html(html, 200, {
        'Cache-Control': CACHE_FOREVER,
        // Designs are HTML from customers, so they must not run scripts or load resources on this origin.
        'Content-Security-Policy':
          "sandbox; default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline' data:",
        'X-Content-Type-Options': 'nosniff',
      });
    }
    const file = await findArtworkFile(db, token, name);
    if (!file) return call.notFound();
    return call.body(new Uint8Array(file.content), 200, {
      'Content-Type': file.type,
      'Cache-Control': CACHE_FOREVER,
      'X-Content-Type-Options': 'nosniff',
    });
  });

  return router;
}

export function artworkFileUrls(origin: string, token: string, sides: 1 | 2, rendered: boolean) {
  const url = (name: string) => `${origin}/files/${token}/${name}`;
  const names = SIDES.slice(0, sides);
  return {
    designs: names.map((side) => url(`${side}.html`)),
    thumbnails: rendered ? names.map((side) => url(`${side}.png`)) : [],
    proof: rendered ? url('proof.pdf') : null,
  };
}
