/** The one door to the service: an operation's row becomes a request, its answer a value or a Miss. */
import 'server-only';
import { type Input, type OperationName, type Output, operations } from '#lib/contract/operations.ts';
import { type EncodedRequest, encode } from '#lib/contract/wire.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { withBreaker } from './breaker.ts';
import { sendRequest, type RawResponse } from './connection.ts';
import { authorizationHeader } from './credentials.ts';
import { type Deadline, deadlineIn, orTimeout, READ_MS } from './deadline.ts';
import { type CallFailure, callFailure, failureFromError, failureFromStatus, parseJson } from './failures.ts';
import { pageDeadline } from './responsiveness.ts';
import { withReadRetries } from './retry.ts';

export type CallResult<T> = { readonly ok: true; readonly value: T } | CallFailure;

export interface CallOptions {
  readonly deadline?: Deadline;
  /** The signed-in member's own stored address: v2 needs it (part 5). */
  readonly email?: string;
  /** Never share an identical call that is under way: for reading what just changed. */
  readonly fresh?: boolean;
}

/**
 * Calls an operation of the interface. What changes something is sent once and never again; a reading that finds no
 * connection, or something in between that is out of breath, is tried at most twice again within its time. Identical
 * readings under way at the same moment are one call.
 * @throws WireError when the input does not fit the operation's row: a broken invariant of the caller
 */
export async function readFromService<N extends OperationName>(
  name: N,
  input: Input<N>,
  { deadline = pageDeadline(), email, fresh = false }: CallOptions = {},
): Promise<CallResult<Output<N>>> {
  const { baseUrl, baseUrlV2, templateUpdatePath } = env();
  const request = encode(name, input, name === 'updateTemplate' ? templateUpdatePath : undefined);
  const base = request.version === 'v1' ? baseUrl : baseUrlV2;
  const credential = authorizationHeader(request.version, email);
  const started = performance.now();
  const send = (until: Deadline) => sendRequest(base, request, credential, until);
  const sent = request.method === 'GET' ? reading(base, request, send, deadline, fresh) : send(deadline);
  const answer = await sent.then((raw) => read(name, raw), failureFromError);
  if (!answer.ok && answer.failure.kind !== 'missing') {
    const ms = Math.round(performance.now() - started);
    log().warn({ operation: name, ms, ...answer.failure }, 'the service did not do what was asked');
  }
  return answer;
}

const underWay = singleton('underWay', () => new Map<string, Promise<RawResponse>>());

/**
 * Every GET is v1 and carries the same credential, so path and query say all about it. The call itself has the whole time,
 * because others may join it; each of them waits only as long as its own deadline.
 */
async function reading(
  base: string,
  request: EncodedRequest,
  send: (until: Deadline) => Promise<RawResponse>,
  deadline: Deadline,
  fresh: boolean,
): Promise<RawResponse> {
  const read = (until: Deadline) => withReadRetries(() => send(until), until);
  if (fresh) return read(deadline);
  const key = `${request.path}?${request.query}`;
  const running =
    underWay.get(key) ??
    withBreaker(new URL(base).origin, () => read(deadlineIn(READ_MS))).finally(() => underWay.delete(key));
  underWay.set(key, running);
  return orTimeout(running, deadline);
}

function read<N extends OperationName>(name: N, { status, body }: RawResponse): CallResult<Output<N>> {
  if (status < 200 || status > 299) return failureFromStatus(status, body);
  const parsed = operations[name].returns.safeParse(parseJson(body));
  // The types of a row's schema and of its output are the same by construction, which the union of rows hides.
  return parsed.success
    ? { ok: true, value: parsed.data as Output<N> }
    : callFailure({ kind: 'garbled' }, 'possible');
}
