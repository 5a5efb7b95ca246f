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

/**
 * Returns whether the connection failed or broke. A timeout doesn't count, because timeouts aren't retried.
 */
const isConnectionError = (error: unknown): boolean =>
  failureFromError(error).failure.kind === 'unreachable' && !isClosedHere(error);

/** Returns whether the console itself closed the connection and no longer needs the response. */
const isClosedHere = (error: unknown): boolean =>
  error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError;

/**
 * Retries a read up to two times. The first retry comes after about 100 ms. The delays are random, so that
 * clients don't all retry at the same time.
 */
const policy = retry(handleWhenResult(isTransient).orWhen(isConnectionError), {
  maxAttempts: 2,
  backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }),
});

/**
 * Sends a GET request and retries it if necessary. Other methods must not be retried, because they change data.
 * No request starts after the deadline.
 */
export function readWithRetries(request: ServiceRequest, deadline: Deadline): Promise<RawResponse> {
  return policy.execute(
    () => {
      if (deadline.left() === 0) throw new DOMException('The deadline has passed.', 'TimeoutError');
      return sendRequest(request, deadline);
    },
    AbortSignal.timeout(Math.ceil(deadline.left())),
  );
}
