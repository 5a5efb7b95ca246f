import { healthResponse } from '#lib/http/responses.ts';
import { findUnreadiness } from '#lib/monitoring/readiness.ts';

export const dynamic = 'force-dynamic';

/** Responds with 503 if a proxy should send requests to other consoles. */
export async function GET(): Promise<Response> {
  const reason = await findUnreadiness();
  return reason === null
    ? healthResponse(200, { status: 'ready' })
    : healthResponse(503, { status: 'not ready', reason });
}
