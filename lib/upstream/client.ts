/**
 * The only client for the mail service. Turns an operation and its input into a request, and the response into
 * a value.
 */
import 'server-only';
import { type Input, type OperationName, type Output, operations } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { withBreaker } from './breaker.ts';
import { type RawResponse, type ServiceRequest, sendRequest } from './connection.ts';
import { type Deadline, deadlineIn, orTimeout } from './deadline.ts';
import { type CallFailure, callFailure, failureFromError, failureFromStatus, parseJson } from './failures.ts';
import { observeFailure } from './key-rejections.ts';
import { readWithEitherKey } from './previous-key.ts';
import { type ObservedResponse, observeResponse } from './response-listener.ts';
import { pageReadDeadline } from './responsiveness.ts';
import { READ_MS } from './time-limits.ts';

/** The operations that don't change anything. All read operations are in v1. */
export type ReadOperation = {
  [N in OperationName]: (typeof operations)[N]['method'] extends 'GET' ? N : never;
}[OperationName];
/** The operations that change data, with POST, PUT, or DELETE. */
export type WriteOperation = Exclude<OperationName, ReadOperation>;

export type CallResult<T> = { readonly ok: true; readonly value: T } | CallFailure;

/** Removes `effect` from a result. Used by callers that don't have to handle a lost response. */
export const toOutcome = <T>(result: CallResult<T>): Outcome<T> =>
  result.ok ? result : fail(result.failure);

export interface ReadOptions {
  readonly deadline?: Deadline;
  /**
   * If true, always sends a new request instead of joining an identical read in flight. Required to see a
   * change that was just made.
   */
  readonly fresh?: boolean;
}

export interface WriteOptions {
  readonly deadline?: Deadline;
  /** The signed-in member's stored email address. Required for v2 (part 5). */
  readonly email?: string;
}

/**
 * Runs a GET operation. If the mail service rejects the API key, the previous key is tried, too. Without `fresh`, identical
 * reads in flight share one request. If the connection fails or the response is 502, 503, or 504, the read is retried up
 * to two times before the deadline.
 * @throws WireError if the input doesn't match the operation
 */
export async function readFromService<N extends ReadOperation>(
  name: N,
  input: Input<N>,
  { deadline = pageReadDeadline(), fresh = false }: ReadOptions = {},
): Promise<Outcome<Output<N>>> {
  const request = buildRequest(name, input);
  const { response, requestedAt } = fresh
    ? { response: readWithEitherKey(name, request, deadline), requestedAt: performance.now() }
    : joinRead(name, request, deadline);
  return toOutcome(await interpretResponse(name, input, response, requestedAt));
}

/**
 * Runs a POST, PUT, or DELETE operation. Sends the request only once and never retries it.
 * @throws WireError if the input doesn't match the operation, or Error if a v2 operation has no usable email
 * address
 */
export async function sendToService<N extends WriteOperation>(
  name: N,
  input: Input<N>,
  { deadline = pageReadDeadline(), email }: WriteOptions = {},
): Promise<CallResult<Output<N>>> {
  const response = sendRequest(buildRequest(name, input, email), deadline);
  return interpretResponse(name, input, response, performance.now());
}

function buildRequest<N extends OperationName>(name: N, input: Input<N>, email?: string): ServiceRequest {
  const { baseUrl, baseUrlV2, templateUpdatePath } = env();
  const request = encodeRequest(name, input, name === 'updateTemplate' ? templateUpdatePath : undefined);
  return {
    ...request,
    operation: name,
    base: request.version === 'v1' ? baseUrl : baseUrlV2,
    authorization: authorizationHeader(request.version, email),
  };
}

/**
 * Returns the Authorization header (part 5). For v2, the header also contains the email address, so addresses
 * with spaces or control characters are rejected.
 */
function authorizationHeader(version: 'v1' | 'v2', email: string | undefined): string {
  const { apiKey } = env();
  if (version === 'v1') return `Bearer ${apiKey}`;
  if (email === undefined || !/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(email)) {
    throw new Error('v2 operations require the member’s plain email address.');
  }
  return `Bearer ${apiKey} ${email}`;
}

interface ReadInFlight {
  readonly response: Promise<RawResponse>;
  /** When the request was sent, according to `performance.now()`. */
  readonly requestedAt: number;
}

const readsInFlight = singleton('readsInFlight', () => new Map<string, ReadInFlight>());

/**
 * Joins an identical read in flight, or starts a new read. All reads use the same API keys, so the path and
 * query identify a read. The shared read may take up to READ_MS, but each caller waits only until the
 * caller's own deadline.
 */
function joinRead(name: ReadOperation, request: ServiceRequest, deadline: Deadline): ReadInFlight {
  const key = `${request.path}?${request.query}`;
  const reading = readsInFlight.get(key) ?? {
    requestedAt: performance.now(),
    response: withBreaker(new URL(request.base).origin, () =>
      readWithEitherKey(name, request, deadlineIn(READ_MS)),
    ).finally(() => readsInFlight.delete(key)),
  };
  readsInFlight.set(key, reading);
  return { ...reading, response: orTimeout(reading.response, deadline) };
}

async function interpretResponse<N extends OperationName>(
  operation: N,
  input: Input<N>,
  response: Promise<RawResponse>,
  requestedAt: number,
): Promise<CallResult<Output<N>>> {
  const result = await response.then((raw) => parseResponse(operation, raw), failureFromError);
  if (!result.ok && result.failure.kind === 'garbled')
    countMetric('mailroom_upstream_invalid_responses_total', { operation });
  const isMissing = !result.ok && result.failure.kind === 'missing';
  if (!result.ok && !isMissing) {
    const ms = Math.round(performance.now() - requestedAt);
    log().warn({ operation, ms, ...result.failure }, 'a call to the mail service failed');
    observeFailure(operation, result.failure);
  }
  if (result.ok || isMissing) {
    const observed = { operation, input, output: result.ok ? result.value : null, requestedAt };
    // The input and output belong to the operation, but TypeScript can't relate them in a union.
    observeResponse(observed as unknown as ObservedResponse);
  }
  return result;
}

function parseResponse<N extends OperationName>(
  name: N,
  { status, body }: RawResponse,
): CallResult<Output<N>> {
  if (status < 200 || status > 299) return failureFromStatus(status, body);
  const parsed = operations[name].returns.safeParse(parseJson(body));
  // The schema's output type is always Output<N>, but TypeScript can't prove that for a union of operations.
  return parsed.success
    ? { ok: true, value: parsed.data as Output<N> }
    : callFailure({ kind: 'garbled' }, 'possible');
}
