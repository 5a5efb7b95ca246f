/** What the proxy answers, all of it JSON: a value as it was parsed, or an error in the one shape. */
import { PROXY_ERRORS, type ProxyError } from '#lib/contract/proxy-error.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { sentenceFor } from '#lib/format/failure.ts';
import { failureErrorCode } from '#lib/http/failure-status.ts';
import { type RequestProblem, invalidFields } from './problem.ts';

const HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };
/** Names of fields come from outside: neither many nor long ones are said back. */
const MAX_FIELDS = 20;
const MAX_NAME = 100;

export function outcomeResponse(outcome: Outcome<unknown>): Response {
  return outcome.ok ? Response.json(outcome.value, { headers: HEADERS }) : problemResponse(problemOf(outcome.failure));
}

export function problemResponse({ code, message, fields }: RequestProblem, headers: Record<string, string> = {}): Response {
  const body: ProxyError = { error: { code, message, ...(fields ? { fields: some(fields) } : {}) } };
  return Response.json(body, { status: PROXY_ERRORS[code], headers: { ...HEADERS, ...headers } });
}

function some(fields: FieldErrors): FieldErrors {
  const said = Object.entries(fields).slice(0, MAX_FIELDS);
  return Object.fromEntries(said.map(([name, words]) => [name.slice(0, MAX_NAME), words]));
}

function problemOf(failure: Failure): RequestProblem {
  return failure.kind === 'invalid'
    ? invalidFields(failure.fields)
    : { code: failureErrorCode(failure), message: sentenceFor(failure) };
}
