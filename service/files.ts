/** The pictures, proofs and designs behind the URLs in a campaign. Their addresses can't be guessed and need no key. */
import { Hono } from 'hono';
import type { Context } from './context.ts';
import { findArtworkFile, findDesigns, SIDES } from './store/artworks.ts';

/** An address always shows the same artwork, and what isn't rendered yet has no address. */
const KEPT = 'public, max-age=31536000, immutable';

export function filesDoor({ db }: Pick<Context, 'db'>): Hono {
  const door = new Hono();

  door.get('/:token{[\\w-]+}/:name{[\\w.]+}', async (c) => {
    const { token, name } = c.req.param();
    const side = SIDES.findIndex((known) => name === `${known}.html`);
    const html = side < 0 ? undefined : (await findDesigns(db, token))[side];
    if (html !== undefined) {
      return c.html(html, 200, {
        'Cache-Control': KEPT,
        // A design is a customer's HTML on our own origin: it may be looked at, and do nothing else.
        'Content-Security-Policy':
          "sandbox; default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline' data:",
        'X-Content-Type-Options': 'nosniff',
      });
    }
    const file = await findArtworkFile(db, token, name);
    if (!file) return c.notFound();
    return c.body(new Uint8Array(file.content), 200, {
      'Content-Type': file.type,
      'Cache-Control': KEPT,
      'X-Content-Type-Options': 'nosniff',
    });
  });

  return door;
}

/** Where the files of an artwork are found. */
export function fileUrls(origin: string, token: string, sides: 1 | 2, rendered: boolean) {
  const url = (name: string) => `${origin}/files/${token}/${name}`;
  const names = SIDES.slice(0, sides);
  return {
    designs: names.map((side) => url(`${side}.html`)),
    thumbnails: rendered ? names.map((side) => url(`${side}.png`)) : [],
    proof: rendered ? url('proof.pdf') : null,
  };
}
