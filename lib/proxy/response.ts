/**
 * Builds the proxy's responses. Every response is JSON and contains a parsed value or an error in the proxy's
 * error format.
 */

import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { failureSentence } from '#lib/format/failure.ts';
import { PROXY_ERRORS, type ProxyError } from '#lib/http/error-codes.ts';
import { failureErrorCode } from '#lib/http/failure-status.ts';
import { invalidFields, type RequestProblem } from './problem.ts';

const HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };
/** The limits for field names in error responses. Limits are needed because callers choose the names. */
const MAX_FIELDS = 20;
const MAX_NAME = 100;

export function outcomeResponse(outcome: Outcome<unknown>): Response {
  return outcome.ok
    ? Response.json(outcome.value, { headers: HEADERS })
    : problemResponse(problemOf(outcome.failure));
}

export function problemResponse(
  { code, message, fields }: RequestProblem,
  headers: Record<string, string> = {},
): Response {
  const body: ProxyError = { error: { code, message, ...(fields ? { fields: limitFields(fields) } : {}) } };
  return Response.json(body, { status: PROXY_ERRORS[code], headers: { ...HEADERS, ...headers } });
}

function limitFields(fields: FieldErrors): FieldErrors {
  const kept = Object.entries(fields).slice(0, MAX_FIELDS);
  return Object.fromEntries(kept.map(([name, message]) => [name.slice(0, MAX_NAME), message]));
}

function problemOf(failure: Failure): RequestProblem {
  return failure.kind === 'invalid'
    ? invalidFields(failure.fields)
    : { code: failureErrorCode(failure), message: failureSentence(failure) };
}
