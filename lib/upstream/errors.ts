import 'server-only';
import { z } from 'zod';
import { BodyError } from '../body.ts';
import type { Failure } from '../outcome.ts';

/**
 * What came of a call that did not bring what was asked for. `effect`: whether the service can have done the work all the
 * same. Only where it certainly has not may the same thing be tried again.
 */
export interface Miss {
  readonly ok: false;
  readonly failure: Failure;
  readonly effect: 'none' | 'possible';
}

export const miss = (failure: Failure, effect: Miss['effect']): Miss => ({ ok: false, failure, effect });

/** Error codes of a connection that was never made, so that no byte of the request left. */
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** A connection that failed, broke or took too long. */
export function missOfError(error: unknown): Miss {
  if (error instanceof BodyError) return miss({ kind: 'garbled' }, 'possible');
  const { name, code } = factsOf(error);
  if (code !== undefined && NEVER_LEFT.has(code)) return miss({ kind: 'unreachable' }, 'none');
  if (name === 'TimeoutError' || name === 'AbortError' || (code !== undefined && TIMEOUTS.has(code))) {
    return miss({ kind: 'slow' }, 'possible');
  }
  if (code?.startsWith('HPE_')) return miss({ kind: 'garbled' }, 'possible');
  return miss({ kind: 'unreachable' }, 'possible');
}

function factsOf(error: unknown): { name: string | undefined; code: string | undefined } {
  if (!(error instanceof Error)) return { name: undefined, code: undefined };
  // Several addresses of one host fail as one AggregateError, which carries the code too.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, code };
}

/** The embedded service's error body; another service may send something else, which is not shown to anybody. */
const errorBody = z.object({
  error: z.object({
    code: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .optional()
      .catch(undefined),
    fields: z.record(z.string(), z.string()).optional().catch(undefined),
  }),
});

/** An answer other than 2xx. */
export function missOfStatus(status: number, body: Buffer): Miss {
  // Not followed: a redirect would send the key and the form to wherever it points.
  if (status < 400) return miss({ kind: 'garbled' }, 'possible');
  if (status === 404) return miss({ kind: 'missing' }, 'none');
  if (status === 408) return miss({ kind: 'slow' }, 'possible');
  if (status >= 500) return miss({ kind: 'failed', status }, 'possible');
  return miss({ kind: 'refused', status, code: codeOf(body) }, 'none');
}

function codeOf(body: Buffer): string | undefined {
  const parsed = errorBody.safeParse(parseJson(body));
  return parsed.success ? parsed.data.error.code : undefined;
}

/** Undefined for anything that is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
