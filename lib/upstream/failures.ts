import 'server-only';
import { z } from 'zod';
import type { Failure } from '#lib/domain/outcome.ts';
import { isKnownRefusal } from '#lib/format/failure.ts';
import { BodyError } from '#lib/http/body.ts';

/**
 * A call that returned no usable value. `effect` indicates whether the service may have carried out the
 * operation anyway. Only a call with effect `none` may be repeated.
 */
export interface CallFailure {
  readonly ok: false;
  readonly failure: Failure;
  readonly effect: 'none' | 'possible';
}

export const callFailure = (failure: Failure, effect: CallFailure['effect']): CallFailure => ({
  ok: false,
  failure,
  effect,
});

/** The error codes that mean that no connection was made, so no part of the request was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/**
 * The error codes that can occur both before and after a connection is made. The failed system call shows
 * whether there was a connection, and therefore whether the request may have been sent.
 */
const NO_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH']);
const CONNECT_SYSCALLS = new Set(['connect', 'getaddrinfo']);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Classifies the error from a connection that failed, broke, or timed out. */
export function failureFromError(error: unknown): CallFailure {
  if (error instanceof BodyError) return callFailure({ kind: 'garbled' }, 'possible');
  const { name, code, syscall } = readErrorDetails(error);
  if (neverConnected(code, syscall)) return callFailure({ kind: 'unreachable' }, 'none');
  if (name === 'TimeoutError' || name === 'AbortError' || (code !== undefined && TIMEOUTS.has(code))) {
    return callFailure({ kind: 'slow' }, 'possible');
  }
  if (code?.startsWith('HPE_')) return callFailure({ kind: 'garbled' }, 'possible');
  return callFailure({ kind: 'unreachable' }, 'possible');
}

function neverConnected(code = '', syscall = ''): boolean {
  return NOT_CONNECTED.has(code) || (NO_ROUTE.has(code) && CONNECT_SYSCALLS.has(syscall));
}

interface ErrorDetails {
  readonly name?: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
}

function readErrorDetails(error: unknown): ErrorDetails {
  // If a host has several addresses and the console can't connect to any of them, the error is an
  // AggregateError. Each inner error has the error code and the name of the failed system call.
  if (error instanceof AggregateError && error.errors.length > 0) return readErrorDetails(error.errors[0]);
  if (!(error instanceof Error)) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : undefined;
  return { name: error.name, code, syscall };
}

/** The embedded service's error body. Other services may use a different format. */
const errorBody = z.object({ error: z.object({ code: z.string() }) });

/** Converts a response status other than 2xx to a failure. */
export function failureFromStatus(status: number, body: Buffer): CallFailure {
  // Redirects aren't followed, because following them would send the API key and the form to another address.
  if (status < 400) return callFailure({ kind: 'garbled' }, 'possible');
  if (status === 404) return callFailure({ kind: 'missing' }, 'none');
  if (status === 408) return callFailure({ kind: 'slow' }, 'possible');
  if (status >= 500) return callFailure({ kind: 'failed', status }, 'possible');
  return callFailure({ kind: 'refused', status, code: codeOf(body) }, 'none');
}

/** v2 authenticates the key and the user's email address together (part 5), so a 401 may mean an unknown user. */
export function toUnknownUser(failure: Failure): Failure {
  const isUnauthorized = failure.kind === 'refused' && failure.status === 401;
  return isUnauthorized ? { ...failure, code: 'unknown_user' } : failure;
}

/**
 * Does the same as toUnknownUser, and also converts a 403 from v2 send. The 403 means that the consumer isn't
 * flagged for monthly invoicing (part 5, rule 4).
 */
export function toInvoiceFailure(failure: Failure): Failure {
  const isNotFlagged = failure.kind === 'refused' && failure.status === 403;
  return isNotFlagged ? { ...failure, code: 'invoicing_not_enabled' } : toUnknownUser(failure);
}

/**
 * Returns the error code if the console has a message for that code. Any other code is the service's own text
 * and stays on the server.
 */
function codeOf(body: Buffer): string | undefined {
  const parsed = errorBody.safeParse(parseJson(body));
  return parsed.success && isKnownRefusal(parsed.data.error.code) ? parsed.data.error.code : undefined;
}

/** Parses a body as JSON. Returns undefined if the body isn't JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
