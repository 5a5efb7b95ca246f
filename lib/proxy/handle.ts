/**
 * The proxy: a signed-in member's request becomes an operation of the table, and the operation a request of our own.
 * Nothing of theirs is passed on as it came, and nothing of the service's comes back but parsed values.
 */
import 'server-only';
import { fromOurPages, sentFromElsewhere } from '#lib/auth/origin.ts';
import { getMember } from '#lib/auth/session.ts';
import { type OperationName, operations } from '#lib/contract/operations.ts';
import { toPairs } from '#lib/contract/pairs.ts';
import { decode, issuesToFields, match, type Pair, tellApart } from '#lib/contract/wire.ts';
import { runOperation } from '#lib/data/proxy.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { readRawUrl } from '#lib/http/raw-request.ts';
import { log } from '#lib/log.ts';
import { type RequestFields, readFields } from './body.ts';
import { checkPairs, parsePairs } from './pairs.ts';
import { type ParseResult, accept, reject, invalidFields } from './problem.ts';
import { outcomeResponse, problemResponse } from './response.ts';

export async function handleProxy(request: Request): Promise<Response> {
  try {
    return await answer(request);
  } catch (error) {
    // A fault of ours, or a database that is away: told in the same shape, its cause kept here.
    log().error({ error: error instanceof Error ? error.name : 'unknown' }, 'the proxy broke');
    return problemResponse({ code: 'broken', message: 'Something went wrong. Try again in a moment.' });
  }
}

/** In this order, so that nobody learns anything before it is theirs to know, and no body is read in vain. */
async function answer(request: Request): Promise<Response> {
  const member = await getMember();
  if (!member) return problemResponse({ code: 'signed_out', message: 'Sign in first.' });
  const { path, query: search } = readRawUrl(request);
  const segments = segmentsOf(path);
  if (!segments.ok) return problemResponse(segments.problem);
  const found = match(request.method, segments.value);
  if (!found.found) return noSuch(found.allow);
  if (request.method !== 'GET' && !fromOurPages(request.headers)) {
    return problemResponse({ code: 'foreign_origin', message: sentFromElsewhere() });
  }
  if (!found.operations.some((name) => isAllowed(member.role, name))) {
    return outcomeResponse({ ok: false, failure: { kind: 'forbidden' } });
  }
  const form = await readFields(request);
  if (!form.ok) return problemResponse(form.problem);
  const name = tellApart(found.operations, fieldsOf(form.value));
  const [query, pairs] = [queryPairs(search), pairsFor(name, form.value)];
  if (!query.ok) return problemResponse(query.problem);
  if (!pairs.ok) return problemResponse(pairs.problem);
  const input = decode(name, { params: found.params, query: query.value, form: pairs.value });
  return input.ok ? outcomeResponse(await runOperation(name, input.value)) : problemResponse(invalidFields(input.fields));
}

/** "v1", "campaigns", "12" of /api/v1/campaigns/12, decoded. */
function segmentsOf(path: string): ParseResult<readonly string[]> {
  try {
    return accept(path.split('/').slice(2).map(decodeURIComponent));
  } catch {
    return reject('malformed', 'This URL is malformed.');
  }
}

/** All that an address may consist of; the rest has to be percent-encoded. */
const queryPairs = (query: string): ParseResult<readonly Pair[]> =>
  /^[\x21-\x7e]*$/.test(query) ? parsePairs(query) : reject('malformed', 'This URL is malformed.');

function noSuch(allow: readonly string[]): Response {
  if (allow.length === 0) return problemResponse({ code: 'not_found', message: 'Not found.' });
  const methods = allow.join(', ');
  const problem = { code: 'method_not_allowed', message: `This path accepts ${methods}.` } as const;
  return problemResponse(problem, { allow: methods });
}

const fieldsOf = (form: RequestFields): readonly Pair[] =>
  'pairs' in form ? form.pairs : Object.keys(form.json).map((name) => [name, '']);

/** JSON has the row's own shape: what fits it is written as a form, and goes the way of all forms from there. */
function pairsFor(name: OperationName, form: RequestFields): ParseResult<readonly Pair[]> {
  if ('pairs' in form) return accept(form.pairs);
  const parsed = operations[name].form.safeParse(form.json);
  if (!parsed.success) return { ok: false, problem: invalidFields(issuesToFields(parsed.error)) };
  return checkPairs(toPairs(parsed.data));
}
