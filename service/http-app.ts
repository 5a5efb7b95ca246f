/** Combines all of the service's routers. */
import { type Context as Call, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errorLine } from '#lib/database/error-report.ts';
import { createCardFormRouter } from './card-form/router.ts';
import type { ApiConsumer, ServiceContext } from './context.ts';
import { createFilesRouter } from './files.ts';
import type { HonoEnv } from './http/hono-env.ts';
import { createOpenApiHandler } from './http/openapi.ts';
import { createOperationsRouter } from './http/operations-router.ts';
import { createAssetsRouter } from './payment-page/assets.ts';
import { createPaymentRouter } from './payment-page/router.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
import { createSandboxRouter } from './sandbox/controls.ts';
import { ConnectionDropped, createFaultQueue } from './sandbox/faults.ts';
import { createRequestLog } from './sandbox/request-log.ts';
import { isUser } from './store/users.ts';

/** Large enough for two designs with inline images. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

export function createHttpApp(
  context: ServiceContext,
  consumers: readonly ApiConsumer[],
  controls: boolean,
): Hono<HonoEnv> {
  const { clock, db, production } = context;
  const keys = consumers.map(({ key }) => key);
  const sandbox = controls
    ? { faults: createFaultQueue(), requestLog: createRequestLog(keys, clock.now) }
    : null;
  const app = new Hono<HonoEnv>();

  app.use(async (call, next) => {
    await next();
    call.header('Date', new Date(clock.now()).toUTCString());
    call.header('X-Mailroom-Service', 'embedded');
  });
  const onError = (call: Call) =>
    respondWithRefusal(call, 'too_large', `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`);
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError }));
  if (sandbox) app.use(sandbox.requestLog.record);
  app.use(async (_call, next) => {
    // Before each request, moves due campaigns to their next status, so that responses are up to date.
    await production.catchUp();
    await next();
  });

  const authentication = { consumers, isUser: (email: string) => isUser(db, email) };
  app.route('/', createOperationsRouter({ context, authentication, intercept: sandbox?.faults.intercept }));
  app.get('/openapi.json', createOpenApiHandler(context));
  app.route('/pay', createPaymentRouter(context));
  app.route('/card-form', createCardFormRouter(context));
  app.route('/files', createFilesRouter(context));
  app.route('/assets', createAssetsRouter());
  if (sandbox) app.route('/sandbox', createSandboxRouter(context, sandbox.faults, sandbox.requestLog));

  app.notFound((call) => respondWithRefusal(call, 'not_found', 'No endpoint exists at this path.'));
  app.onError((error, call) => {
    if (error instanceof ConnectionDropped) throw error;
    // Doesn't log errors that occur because the client disconnected during a request.
    if (!call.env?.incoming?.destroyed) console.error(errorLine('A request failed.', error));
    return respondWithRefusal(call, 'internal', 'An internal error occurred.');
  });
  return app;
}

function respondWithRefusal(call: Call, code: RefusalCode, message: string): Response {
  const refusal = new Refusal(code, message);
  return call.json(refusal, refusal.status);
}
