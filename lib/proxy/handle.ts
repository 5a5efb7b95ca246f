/**
 * Handles requests to the proxy. Requests come from signed-in members, or from programs with an API token.
 * Decodes each request into an operation and its input, and then runs the operation. Never forwards the
 * request itself. Returns only parsed values from the service's response.
 */
import 'server-only';
import { runAsTokenCaller } from '#lib/auth/token-caller.ts';
import { type OperationName, operations } from '#lib/contract/operations.ts';
import { toPairs } from '#lib/contract/pairs.ts';
import {
  chooseOperation,
  decodeRequest,
  issuesToFields,
  matchOperations,
  type Pair,
} from '#lib/contract/wire.ts';
import { runOperationOnce } from '#lib/data/idempotency.ts';
import { runOperation } from '#lib/data/proxy.ts';
import { KEYED_OPERATIONS } from '#lib/domain/idempotency-key.ts';
import { log } from '#lib/log.ts';
import { type RequestBody, type RequestFields, readFields } from './body.ts';
import { identifyCaller, type ProxyCaller, refuseOperations, refuseOtherOrigin } from './caller.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { checkPairs, parsePairs } from './pairs.ts';
import { accept, invalidFields, type ParseResult, reject } from './problem.ts';
import { outcomeReply, type ProxyReply, type RenderedReply, renderReply } from './response.ts';

export interface ProxyRequest extends RequestBody {
  readonly method: string;
  /** The path exactly as sent, without decoding. */
  readonly path: string;
  /** The query exactly as sent, without the leading "?". */
  readonly query: string;
}

/**
 * Checks the caller, URL, origin, and permissions before the body, so that unauthorized callers get no details
 * about the body.
 */
export async function handleProxy(request: ProxyRequest): Promise<RenderedReply> {
  return renderReply(await answerRequest(request), request.headers.get('accept'));
}

async function answerRequest(request: ProxyRequest): Promise<ProxyReply> {
  try {
    const identified = await identifyCaller(request);
    if (!identified.ok) return identified.reply;
    const { caller } = identified;
    const answer = () => answerCaller(request, caller);
    const reply = await (caller.token ? runAsTokenCaller(caller.token, answer) : answer());
    return { ...reply, headers: { ...caller.headers, ...reply.headers } };
  } catch (error) {
    // An unexpected error means a bug or a database failure. The caller gets the usual error format.
    // Only the log contains the cause.
    log().error({ err: error }, 'the proxy failed');
    return { problem: { code: 'broken', message: 'Something went wrong. Try again in a moment.' } };
  }
}

async function answerCaller(request: ProxyRequest, caller: ProxyCaller): Promise<ProxyReply> {
  const { path, query: search } = request;
  const segments = parseSegments(path);
  if (!segments.ok) return segments;
  const match = matchOperations(request.method, segments.value);
  if (!match.found) return noMatchReply(match.allow);
  const otherOrigin = refuseOtherOrigin(request, caller);
  if (otherOrigin) return { problem: otherOrigin };
  const refusal = await refuseOperations(caller, match.operations);
  if (refusal) return refusal;
  const fields = await readFields(request);
  if (!fields.ok) return fields;
  const name = chooseOperation(match.operations, fieldPairs(fields.value));
  const notAllowed = await refuseOperations(caller, [name]);
  if (notAllowed) return notAllowed;
  const [query, form] = [parseQuery(search), toFormPairs(name, fields.value)];
  if (!query.ok) return query;
  if (!form.ok) return form;
  const input = decodeRequest(name, { params: match.params, query: query.value, form: form.value });
  if (!input.ok) return { problem: invalidFields(input.fields) };
  const key = KEYED_OPERATIONS[name] ? parseIdempotencyKey(request.headers) : accept(undefined);
  if (!key.ok) return key;
  if (key.value === undefined) return outcomeReply(await runOperation(name, input.value));
  const { outcome, isReplay } = await runOperationOnce(key.value, name, input.value);
  return outcomeReply(outcome, isReplay ? { 'idempotency-replayed': 'true' } : {});
}

/** Returns a path's decoded segments, such as "v1", "campaigns", and "12" for /api/v1/campaigns/12. */
function parseSegments(path: string): ParseResult<readonly string[]> {
  try {
    return accept(path.split('/').slice(2).map(decodeURIComponent));
  } catch {
    return reject('malformed', 'This URL is malformed.');
  }
}

/** Parses the query. Rejects characters that a URL must percent-encode. */
const parseQuery = (query: string): ParseResult<readonly Pair[]> =>
  /^[\x21-\x7e]*$/.test(query) ? parsePairs(query) : reject('malformed', 'This URL is malformed.');

function noMatchReply(allow: readonly string[]): ProxyReply {
  if (allow.length === 0) return { problem: { code: 'not_found', message: 'Not found.' } };
  const methods = allow.join(', ');
  const problem = { code: 'method_not_allowed', message: `This path accepts ${methods}.` } as const;
  return { problem, headers: { allow: methods } };
}

/**
 * Returns the fields as pairs. For JSON, the values are left empty, because only the field names determine
 * the operation.
 */
const fieldPairs = (fields: RequestFields): readonly Pair[] =>
  'pairs' in fields ? fields.pairs : Object.keys(fields.json).map((name) => [name, '']);

/**
 * Converts JSON to form fields, so that JSON and forms are handled the same way. The JSON must match the
 * schema of the operation's form.
 */
function toFormPairs(name: OperationName, fields: RequestFields): ParseResult<readonly Pair[]> {
  if ('pairs' in fields) return accept(fields.pairs);
  const parsed = operations[name].form.safeParse(fields.json);
  if (!parsed.success) return { ok: false, problem: invalidFields(issuesToFields(parsed.error)) };
  return checkPairs(toPairs(parsed.data));
}
