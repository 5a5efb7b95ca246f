import 'server-only';
import { ExponentialBackoff, handleWhenResult, retry } from 'cockatiel';
import { errors } from 'undici';
import { type RawResponse, type ServiceRequest, sendRequest } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { failureFromError } from './failures.ts';

/** Statuses that a proxy returns while the service behind it restarts or is overloaded. */
const TRANSIENT_STATUSES = new Set([502, 503, 504]);

const isTransient = (response: unknown): boolean =>
  typeof response === 'object' &&
  response !== null &&
  'status' in response &&
  TRANSIENT_STATUSES.has(Number(response.status));

/** A failed or broken connection. Timeouts aren't retried. */
const isConnectionError = (error: unknown): boolean =>
  failureFromError(error).failure.kind === 'unreachable' && !isClosedHere(error);

/** The console closed the connection itself, so it no longer needs the response. */
const isClosedHere = (error: unknown): boolean =>
  error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError;

/**
 * Retries up to two times, the first time after about 100 ms. The backoff has jitter, so that clients don't
 * retry in lockstep.
 */
const policy = retry(handleWhenResult(isTransient).orWhen(isConnectionError), {
  maxAttempts: 2,
  backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }),
});

/** Use this for GETs only, because they don't change anything. No request starts after the deadline. */
export function readWithRetries(request: ServiceRequest, deadline: Deadline): Promise<RawResponse> {
  return policy.execute(
    () => {
      if (deadline.left() === 0) throw new DOMException('The deadline passed.', 'TimeoutError');
      return sendRequest(request, deadline);
    },
    AbortSignal.timeout(Math.ceil(deadline.left())),
  );
}
