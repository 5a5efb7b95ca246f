import type { NextRequest } from 'next/server';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { ok } from '#lib/domain/outcome.ts';
import { jsonResponse } from '#lib/http/responses.ts';

/**
 * Polled by the payment return page, whether or not the viewer is signed in. The sealed `state` grants access to this
 * one payment.
 */
export async function GET(request: NextRequest): Promise<Response> {
  return jsonResponse(ok(await readPaymentReturn(request.nextUrl.searchParams.get('state') ?? '', false)));
}
