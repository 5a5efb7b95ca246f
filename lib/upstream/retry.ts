import 'server-only';
import { ExponentialBackoff, handleWhenResult, retry } from 'cockatiel';
import { errors } from 'undici';
import type { RawResponse } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { failureFromError } from './failures.ts';

/** What something in between says while the service behind it starts anew or is out of breath. */
const PASSING = new Set([502, 503, 504]);

const isPassing = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'status' in answer && PASSING.has(Number(answer.status));

/** Connections that were never made, or broke: a service that takes too long is not asked to do it all once more. */
const isConnection = (error: unknown): boolean =>
  failureFromError(error).failure.kind === 'unreachable' && !isOurs(error);

/** The connections were closed on this side: nobody waits for the answer any more. */
const isOurs = (error: unknown): boolean =>
  error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError;

/** At most twice again, a tenth of a second later and then somewhat more; not at the same moment as everybody else. */
const policy = retry(handleWhenResult(isPassing).orWhen(isConnection), {
  maxAttempts: 2,
  backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }),
});

/** For GETs only: they change nothing, so that they may be made again. Nothing is begun after the deadline. */
export function withReadRetries(read: () => Promise<RawResponse>, deadline: Deadline): Promise<RawResponse> {
  const inTime = () => {
    if (deadline.left() === 0) throw new DOMException('The deadline passed.', 'TimeoutError');
    return read();
  };
  return policy.execute(inTime, AbortSignal.timeout(Math.ceil(deadline.left())));
}
