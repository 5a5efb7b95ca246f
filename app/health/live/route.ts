import { healthResponse } from '#lib/http/responses.ts';

export const dynamic = 'force-dynamic';

/** Responds as long as the process handles requests, so that a process manager can restart a process that hangs. */
export const GET = (): Response => healthResponse(200, { status: 'live' });
