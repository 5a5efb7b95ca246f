/** Designs are other people's HTML: this answer is the only place where they meet a browser. */

import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure } from '#lib/format/failure.ts';

/**
 * The authority on what a design may do, however it is written and wherever its address is opened: it runs nothing, loads
 * nothing, sends nothing, opens nothing, and stands in no page but ours.
 */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ');

export function designResponse(html: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      // Else names of hosts in links would be looked up ahead.
      'x-dns-prefetch-control': 'off',
    },
  });
}

const NO_DESIGN = 'Design not found. The template may have been changed or deleted.';
const SIGNED_OUT = 'You’re signed out. Sign in to see this design.';
const TOO_INVOLVED = 'This design is too large or too deeply nested to display.';

/** What stands in the frame instead of a design: words of ours only. */
export function designFailureResponse(failure: Failure, status: number): Response {
  if (status === 401) return sentence(SIGNED_OUT, status);
  if (failure.kind === 'invalid') return sentence(TOO_INVOLVED, status);
  return sentence(failure.kind === 'missing' ? NO_DESIGN : describeFailure(failure).title, status);
}

function sentence(text: string, status: number): Response {
  return designResponse(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>No design</title><style>
html{height:100%;display:grid;place-items:center;background:#fffdfa;color:#5a6371;font:500 24px/1.4 system-ui,sans-serif;text-align:center}
body{margin:0 2em;max-width:24em}</style><p>${text}</p></html>`,
    status,
  );
}
