/**
 * Converts outcomes to responses for route handlers. Error responses contain the kind of failure, never the
 * mail service's own text.
 */

import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { errorPageResponse, isOpenedDirectly } from './error-page.ts';
import { failureHttpStatus } from './failure-status.ts';

export { parseId } from '#lib/contract/ids.ts';
export { failureHttpStatus } from './failure-status.ts';

const NO_STORE = { 'cache-control': 'private, no-store' };

export function jsonResponse<T>(outcome: Outcome<T>): Response {
  return outcome.ok
    ? Response.json(outcome.value, { headers: NO_STORE })
    : Response.json(
        { failure: outcome.failure },
        { status: failureHttpStatus(outcome.failure), headers: NO_STORE },
      );
}

export const signInRequiredResponse = (): Response =>
  Response.json({ failure: { kind: 'forbidden' } }, { status: 401, headers: NO_STORE });

/** @param status 200 or 503 */
export const healthResponse = (status: 200 | 503, body: Readonly<Record<string, string>>): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });

export const notFoundResponse = (): Response => jsonResponse(fail({ kind: 'missing' }));

/**
 * Returns the response for an unavailable file. The response is a small page if the file's URL was opened in a
 * tab, and JSON otherwise.
 */
export function fileFailureResponse(
  failure: Failure,
  request: Request,
  status = failureHttpStatus(failure),
): Response {
  return isOpenedDirectly(request)
    ? errorPageResponse(request, status, failure)
    : Response.json({ failure }, { status, headers: NO_STORE });
}

/** Returns the response to a file request that has no valid session. */
export const fileSignInResponse = (request: Request): Response =>
  fileFailureResponse({ kind: 'forbidden' }, request, 401);

/**
 * Returns a file as a response. The content security policy keeps a file that is opened in a tab from running
 * scripts. Browsers revalidate an image each time they show it.
 */
export function fileResponse(
  asset: {
    readonly type: string;
    readonly etag: string;
    readonly size: number;
    readonly open: () => Uint8Array<ArrayBuffer> | ReadableStream;
  },
  request: Request,
  name: string,
): Response {
  const headers = { ...fileHeaders(asset.type, name), etag: asset.etag };
  if (request.headers.get('if-none-match') === asset.etag)
    return new Response(null, { status: 304, headers });
  return new Response(asset.open(), {
    headers: { ...headers, 'content-type': asset.type, 'content-length': String(asset.size) },
  });
}

/**
 * Returns the response to a HEAD request. Omits the size and the ETag, because the console can't determine
 * them without downloading the file.
 */
export const fileHeadResponse = (type: string, name: string): Response =>
  new Response(null, { headers: { ...fileHeaders(type, name), 'content-type': type } });

const fileHeaders = (type: string, name: string) => ({
  // Browsers don't keep proofs, because a proof can show recipients' addresses.
  'cache-control': type === 'application/pdf' ? 'private, no-store' : 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'content-disposition': `inline; filename="${name}"`,
  // A stricter policy would break browsers' built-in PDF viewers.
  'content-security-policy':
    type === 'application/pdf' ? "frame-ancestors 'self'" : "default-src 'none'; frame-ancestors 'self'",
});
