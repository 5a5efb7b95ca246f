/** The error page for a file that isn't available, shown if the file's URL was opened in its own tab. */

import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure, type FailureText } from '#lib/format/failure.ts';
import { loginPath } from './callback-url.ts';
import { escapeForHtml } from './html.ts';

const NO_FILE: FailureText = {
  title: 'File not found',
  sentence:
    'The file might not be ready yet, or the campaign may have been deleted. If the file is being generated, try again in a moment.',
};
const SIGNED_OUT: FailureText = { title: 'You’re signed out', sentence: 'Sign in to see this file.' };

/** Returns whether the file's URL was opened in its own tab, rather than loaded as part of a page. */
export const isOpenedDirectly = (request: Request): boolean =>
  /\btext\/html\b/.test(request.headers.get('accept') ?? '');

/** @param status the HTTP status. A page with status 401 has a link to the sign-in page. */
export function errorPageResponse(request: Request, status: number, failure: Failure): Response {
  const { pathname, search } = new URL(request.url);
  const path = `${pathname}${search}`;
  const isSignedOut = status === 401;
  const { title, sentence } = isSignedOut
    ? SIGNED_OUT
    : failure.kind === 'missing'
      ? NO_FILE
      : describeFailure(failure);
  const link = isSignedOut
    ? `<a href="${escapeForHtml(loginPath(path))}">Sign in</a>`
    : `<a href="${escapeForHtml(path)}">Try again</a>`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeForHtml(title)} – Mailroom</title>
<main>
<h1>${escapeForHtml(title)}</h1>
<p>${escapeForHtml(sentence)}</p>
<p>${link}</p>
</main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    },
  });
}
