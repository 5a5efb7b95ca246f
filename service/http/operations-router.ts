/** The way in to the 22 operations: who asks, which row of the contract is meant, whether the input fits it. */
import { type Context as Call, Hono } from 'hono';
import type { OperationName } from '#lib/contract/operations.ts';
import { decode, match, type Pair, tellApart } from '#lib/contract/wire.ts';
import type { CallContext, Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { handlers } from '../routes/handlers.ts';
import { type Access, consumerOf } from './authentication.ts';
import { formPairs, pathSegments, queryPairs } from './read-request.ts';
import type { Web } from './hono-env.ts';

/** Stands between an operation's request and its work; the sandbox's faults do. */
export type Around = (
  operation: OperationName,
  call: Call<Web>,
  work: () => Promise<Response>,
) => Promise<Response>;

interface Door {
  readonly context: Context;
  readonly access: Access;
  readonly around: Around | undefined;
}

export function operationsDoor({ context, access, around }: Door): Hono<Web> {
  const door = new Hono<Web>();
  for (const version of ['v1', 'v2'] as const) {
    door.all(`/${version}/*`, async (call) => {
      const consumer = await consumerOf(version, call.req.header('Authorization'), access);
      if (consumer instanceof Refusal) return answer(call, consumer, { 'WWW-Authenticate': 'Bearer' });
      const asked = await readOperation(call);
      if (asked instanceof Response) return asked;
      const { operation, parts } = asked;
      call.set('operation', operation);
      const work = async () => answer(call, await run({ ...context, consumer }, operation, parts));
      return around ? around(operation, call, work) : work();
    });
  }
  return door;
}

interface Parts {
  readonly params: Record<string, string>;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
}

async function readOperation(
  call: Call<Web>,
): Promise<{ readonly operation: OperationName; readonly parts: Parts } | Response> {
  const url = new URL(call.req.url);
  const segments = pathSegments(url);
  if (!segments) {
    return answer(call, new Refusal('invalid_input', 'The path holds a malformed percent sequence.'));
  }
  const found = match(call.req.method, segments);
  if (!found.found && found.allow.length > 0) {
    const allow = found.allow.join(', ');
    return answer(call, new Refusal('method_not_allowed', `This path takes ${allow}.`), { Allow: allow });
  }
  if (!found.found) return answer(call, new Refusal('not_found', 'There is nothing at this path.'));
  const query = queryPairs(url);
  if (query instanceof Refusal) return answer(call, query);
  const form = await formPairs(call.req.header('Content-Type'), await call.req.arrayBuffer());
  if (form instanceof Refusal) return answer(call, form);
  const operation = tellApart(found.operations, form);
  return { operation, parts: { params: found.params, query, form } };
}

async function run<N extends OperationName>(context: CallContext, operation: N, parts: Parts) {
  const input = decode(operation, parts);
  if (!input.ok) return new Refusal('invalid_input', 'Some inputs are not right.', input.fields);
  return handlers[operation](context, input.value);
}

function answer(call: Call<Web>, outcome: object, headers: Record<string, string> = {}): Response {
  const status = outcome instanceof Refusal ? outcome.status : 200;
  return call.json(outcome, status, { 'Cache-Control': 'no-store', ...headers });
}
