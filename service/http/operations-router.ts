/**
 * Routes requests to the 22 operations. Authenticates the caller, finds the operation in the contract, and
 * decodes the operation's input.
 */
import { type Context as Call, Hono } from 'hono';
import type { OperationName } from '#lib/contract/operations.ts';
import { chooseOperation, decodeRequest, matchOperations, type Pair } from '#lib/contract/wire.ts';
import type { OperationContext, ServiceContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { handlers } from '../routes/handlers.ts';
import { type AuthenticationOptions, authenticate } from './authentication.ts';
import type { HonoEnv } from './hono-env.ts';
import { readFormPairs, readPathSegments, readQueryPairs } from './read-request.ts';

/** Wraps the execution of an operation. The sandbox uses an interceptor to inject faults. */
export type OperationInterceptor = (
  operation: OperationName,
  call: Call<HonoEnv>,
  work: () => Promise<Response>,
) => Promise<Response>;

interface OperationsRouterOptions {
  readonly context: ServiceContext;
  readonly authentication: AuthenticationOptions;
  readonly intercept: OperationInterceptor | undefined;
}

export function createOperationsRouter({
  context,
  authentication,
  intercept,
}: OperationsRouterOptions): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();
  for (const version of ['v1', 'v2'] as const) {
    router.all(`/${version}/*`, async (call) => {
      const consumer = await authenticate(version, call.req.header('Authorization'), authentication);
      if (consumer instanceof Refusal) return respond(call, consumer, { 'WWW-Authenticate': 'Bearer' });
      const request = await readOperation(call);
      if (request instanceof Response) return request;
      const { operation, parts } = request;
      call.set('operation', operation);
      const work = async () => respond(call, await runHandler({ ...context, consumer }, operation, parts));
      return intercept ? intercept(operation, call, work) : work();
    });
  }
  return router;
}

interface RequestParts {
  readonly params: Record<string, string>;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
}

async function readOperation(
  call: Call<HonoEnv>,
): Promise<{ readonly operation: OperationName; readonly parts: RequestParts } | Response> {
  const url = new URL(call.req.url);
  const segments = readPathSegments(url);
  if (!segments) {
    return respond(call, new Refusal('invalid_input', 'The path contains a malformed percent-encoding.'));
  }
  const found = matchOperations(call.req.method, segments);
  if (!found.found && found.allow.length > 0) {
    const allow = found.allow.join(', ');
    return respond(call, new Refusal('method_not_allowed', `This path allows ${allow}.`), { Allow: allow });
  }
  if (!found.found) return respond(call, new Refusal('not_found', 'No endpoint exists at this path.'));
  const query = readQueryPairs(url);
  if (query instanceof Refusal) return respond(call, query);
  const form = await readFormPairs(call.req.header('Content-Type'), await call.req.arrayBuffer());
  if (form instanceof Refusal) return respond(call, form);
  const operation = chooseOperation(found.operations, form);
  return { operation, parts: { params: found.params, query, form } };
}

async function runHandler<N extends OperationName>(
  context: OperationContext,
  operation: N,
  parts: RequestParts,
) {
  const input = decodeRequest(operation, parts);
  if (!input.ok) return new Refusal('invalid_input', 'Some inputs are invalid.', input.fields);
  return handlers[operation](context, input.value);
}

function respond(call: Call<HonoEnv>, outcome: object, headers: Record<string, string> = {}): Response {
  const status = outcome instanceof Refusal ? outcome.status : 200;
  return call.json(outcome, status, { 'Cache-Control': 'no-store', ...headers });
}
