/**
 * Builds the proxy's responses. Every response is JSON and contains a parsed value or an error. Errors are in
 * the proxy's own format, or are problem details (RFC 9457) if the caller accepts them.
 */
import { STATUS_CODES } from 'node:http';
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { failureSentence } from '#lib/format/failure.ts';
import { PROXY_ERRORS, type ProblemDetails, type ProxyError } from '#lib/http/error-codes.ts';
import { failureErrorCode } from '#lib/http/failure-status.ts';
import { invalidFields, type RequestProblem } from './problem.ts';

const HEADERS = {
  'cache-control': 'private, no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
};
/** The limits for field names in error responses. Limits are needed because callers choose the names. */
const MAX_FIELDS = 20;
const MAX_NAME = 100;

/** A value or an error, before it is written in the format that the caller accepts. */
export type ProxyReply = (
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: RequestProblem }
) & { readonly headers?: Readonly<Record<string, string>> };

export const outcomeReply = (
  outcome: Outcome<unknown>,
  headers: Readonly<Record<string, string>> = {},
): ProxyReply =>
  outcome.ok ? { value: outcome.value, headers } : { problem: problemOf(outcome.failure), headers };

/** A response whose headers have lowercase names. */
export interface RenderedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param accept the request's Accept header */
export function proxyResponse(reply: ProxyReply, accept: string | null): Response {
  const { body, ...init } = renderReply(reply, accept);
  return new Response(body, init);
}

/** @param accept the request's Accept header */
export function renderReply(reply: ProxyReply, accept: string | null): RenderedReply {
  if (!reply.problem)
    return { status: 200, headers: { ...HEADERS, ...reply.headers }, body: JSON.stringify(reply.value) };
  const headers = { ...HEADERS, vary: 'Accept', ...reply.headers };
  const { code, message, fields } = reply.problem;
  const status = PROXY_ERRORS[code];
  const limited = fields && { fields: limitFields(fields) };
  if (!acceptsProblemDetails(accept)) {
    const error: ProxyError = { error: { code, message, ...limited } };
    return { status, headers, body: JSON.stringify(error) };
  }
  const title = STATUS_CODES[status] ?? 'Error';
  const details: ProblemDetails = { type: 'about:blank', title, status, detail: message, code, ...limited };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(details),
  };
}

// Callers must name the problem details format.
// With a wildcard, such as */*, they get the proxy's own format.
const acceptsProblemDetails = (accept: string | null): boolean =>
  (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(
      ([type, ...parameters]) =>
        type === 'application/problem+json' && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)),
    );

function limitFields(fields: FieldErrors): FieldErrors {
  const kept = Object.entries(fields).slice(0, MAX_FIELDS);
  return Object.fromEntries(kept.map(([name, message]) => [name.slice(0, MAX_NAME), message]));
}

function problemOf(failure: Failure): RequestProblem {
  return failure.kind === 'invalid'
    ? invalidFields(failure.fields)
    : { code: failureErrorCode(failure), message: failureSentence(failure) };
}
