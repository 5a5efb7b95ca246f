/**
 * Builds responses that contain a design. Designs are untrusted HTML, so only this module may send a design
 * to a browser.
 */

import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure } from '#lib/format/failure.ts';
import { printFontsUrl } from './fonts.ts';

/**
 * Prevents designs from running scripts, loading files other than print fonts, submitting forms, and opening
 * windows. The policy applies even if a member opens a design's URL directly. Only the console's own pages can
 * show a design in a frame.
 */
const framePolicy = (): string =>
  [
    'sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    `font-src data: ${printFontsUrl()}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join('; ');

export function designResponse(html: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framePolicy(),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      // Prevent browsers from resolving the hostnames in links until a member clicks a link.
      'x-dns-prefetch-control': 'off',
    },
  });
}

const NO_DESIGN = 'Design not found. The template may have been changed or deleted.';
const SIGNED_OUT = 'You’re signed out. Sign in to see this design.';
const TOO_COMPLEX = 'This design is too large or too deeply nested to display.';

/** Returns the response for a design that can't be shown. Doesn't include any text from the service. */
export function designFailureResponse(failure: Failure, status: number): Response {
  if (status === 401) return messageResponse(SIGNED_OUT, status);
  if (failure.kind === 'invalid') return messageResponse(TOO_COMPLEX, status);
  return messageResponse(failure.kind === 'missing' ? NO_DESIGN : describeFailure(failure).title, status);
}

function messageResponse(text: string, status: number): Response {
  return designResponse(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>No design</title><style>
html{height:100%;display:grid;place-items:center;background:#fffdfa;color:#5a6371;font:500 24px/1.4 system-ui,sans-serif;text-align:center}
body{margin:0 2em;max-width:24em}</style><p>${text}</p></html>`,
    status,
  );
}

/**
 * Returns a font file as a response. A sandboxed frame has an opaque origin, so the frame can load the file
 * only if the response allows every origin.
 */
export function printFontResponse(font: Buffer | null): Response {
  if (font === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  return new Response(new Uint8Array(font), {
    headers: {
      'content-type': 'font/woff2',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
    },
  });
}
