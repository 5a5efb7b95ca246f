import type { NextRequest } from 'next/server';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { ok } from '#lib/domain/outcome.ts';
import { jsonResponse } from '#lib/http/responses.ts';

/**
 * Returns the state of one payment. The payment return page polls this route, with or without a session. The
 * sealed `state` grants access to only one payment.
 */
export async function GET(request: NextRequest): Promise<Response> {
  return jsonResponse(ok(await readPaymentReturn(request.nextUrl.searchParams.get('state') ?? '', false)));
}
