import type { NextRequest } from 'next/server';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { ok } from '#lib/domain/outcome.ts';
import { jsonResponse } from '#lib/http/responses.ts';

/** For whoever came back from paying, signed in or not: the seal in `state` is the permission, for this one payment. */
export async function GET(request: NextRequest): Promise<Response> {
  return jsonResponse(ok(await readPaymentReturn(request.nextUrl.searchParams.get('state') ?? '', false)));
}
