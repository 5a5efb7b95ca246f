import 'server-only';
import { z } from 'zod';
import type { Failure } from '#lib/domain/outcome.ts';
import { isKnownRefusal } from '#lib/format/failure.ts';
import { BodyError } from '#lib/http/body.ts';

/**
 * What came of a call that did not bring what was asked for. `effect`: whether the service can have done the work all the
 * same. Only where it certainly has not may the same thing be tried again.
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

/** Error codes of a connection that was never made, so that no byte of the request left. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** A route can also go away under a connection that stands and has carried the request. */
const NO_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH']);
const CONNECTING = new Set(['connect', 'getaddrinfo']);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** A connection that failed, broke or took too long. */
export function failureFromError(error: unknown): CallFailure {
  if (error instanceof BodyError) return callFailure({ kind: 'garbled' }, 'possible');
  const { name, code, syscall } = factsOf(error);
  if (neverLeft(code, syscall)) return callFailure({ kind: 'unreachable' }, 'none');
  if (name === 'TimeoutError' || name === 'AbortError' || (code !== undefined && TIMEOUTS.has(code))) {
    return callFailure({ kind: 'slow' }, 'possible');
  }
  if (code?.startsWith('HPE_')) return callFailure({ kind: 'garbled' }, 'possible');
  return callFailure({ kind: 'unreachable' }, 'possible');
}

function neverLeft(code = '', syscall = ''): boolean {
  return NEVER_LEFT.has(code) || (NO_ROUTE.has(code) && CONNECTING.has(syscall));
}

interface Facts {
  readonly name?: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
}

function factsOf(error: unknown): Facts {
  // Several addresses of one host fail as one error, of which each part knows more.
  if (error instanceof AggregateError && error.errors.length > 0) return factsOf(error.errors[0]);
  if (!(error instanceof Error)) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : undefined;
  return { name: error.name, code, syscall };
}

/** The embedded service's error body; another service may send something else. */
const errorBody = z.object({ error: z.object({ code: z.string() }) });

/** An answer other than 2xx. */
export function failureFromStatus(status: number, body: Buffer): CallFailure {
  // Not followed: a redirect would send the key and the form to wherever it points.
  if (status < 400) return callFailure({ kind: 'garbled' }, 'possible');
  if (status === 404) return callFailure({ kind: 'missing' }, 'none');
  if (status === 408) return callFailure({ kind: 'slow' }, 'possible');
  if (status >= 500) return callFailure({ kind: 'failed', status }, 'possible');
  return callFailure({ kind: 'refused', status, code: codeOf(body) }, 'none');
}

/**
 * v2 takes the key together with the address of a user (part 5), so whoever is turned away there may as well be unknown by
 * that. Codes of ours, for whatever a service says it with.
 */
export function toUnknownUser(failure: Failure): Failure {
  const isTurnedAway = failure.kind === 'refused' && failure.status === 401;
  return isTurnedAway ? { ...failure, code: 'unknown_user' } : failure;
}

/** Who is let in and yet not allowed isn't flagged for monthly invoicing (part 5, rule 4), in whichever words. */
export function toInvoicingNotEnabled(failure: Failure): Failure {
  const isNotFlagged = failure.kind === 'refused' && failure.status === 403;
  return isNotFlagged ? { ...failure, code: 'invoicing_not_enabled' } : failure;
}

/** Only a code that we have a sentence for goes any further: anything else is the service's own text. */
function codeOf(body: Buffer): string | undefined {
  const parsed = errorBody.safeParse(parseJson(body));
  return parsed.success && isKnownRefusal(parsed.data.error.code) ? parsed.data.error.code : undefined;
}

/** Undefined for anything that is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
