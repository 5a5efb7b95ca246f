import { isSameOrigin } from '#lib/auth/origin.ts';
import { logClientError } from '#lib/incoming/client-errors.ts';

/** Logs an error that a page's script reports. Visitors might not be signed in. */
export async function POST(request: Request): Promise<Response> {
  const status = isSameOrigin(request.headers) ? await logClientError(request) : 403;
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } });
}
