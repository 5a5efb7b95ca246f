/** Everything that answers HTTP, put together. */
import { type Context as Call, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Consumer, Context } from '../context.ts';
import { filesDoor } from '../files.ts';
import { assetsDoor } from '../payment-page/assets.ts';
import { paymentDoor } from '../payment-page/router.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { sandboxControls } from '../sandbox/controls.ts';
import { ConnectionDropped, createFaults } from '../sandbox/faults.ts';
import { createRequests } from '../sandbox/request-log.ts';
import { isUser } from '../store/users.ts';
import { descriptionDoor } from './openapi.ts';
import { operationsDoor } from './operations-router.ts';
import type { Web } from './hono-env.ts';

/** Room for two large designs with their pictures inside. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

export function createApp(context: Context, consumers: readonly Consumer[], controls: boolean): Hono<Web> {
  const { clock, db, line } = context;
  const keys = consumers.map(({ key }) => key);
  const sandbox = controls ? { faults: createFaults(), requests: createRequests(keys, clock.now) } : null;
  const app = new Hono<Web>();

  app.use(async (call, next) => {
    await next();
    call.header('Date', new Date(clock.now()).toUTCString());
    call.header('X-Mailroom-Service', 'embedded');
  });
  const onError = (call: Call) => refuse(call, 'too_large', 'The body is larger than 20 MB.');
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError }));
  if (sandbox) app.use(sandbox.requests.record);
  app.use(async (_call, next) => {
    // Whoever asks sees the line where it is at this moment.
    await line.catchUp();
    await next();
  });

  const access = { consumers, isUser: (email: string) => isUser(db, email) };
  app.route('/', operationsDoor({ context, access, around: sandbox?.faults.around }));
  app.get('/openapi.json', descriptionDoor(context));
  app.route('/pay', paymentDoor(context));
  app.route('/files', filesDoor(context));
  app.route('/assets', assetsDoor());
  if (sandbox) app.route('/sandbox', sandboxControls(context, sandbox.faults, sandbox.requests));

  app.notFound((call) => refuse(call, 'not_found', 'There is nothing at this path.'));
  app.onError((error, call) => {
    if (error instanceof ConnectionDropped) throw error;
    // A caller who went away in the middle of a request is nothing that broke here, and reads no answer.
    if (!call.env?.incoming?.destroyed) console.error(error);
    return refuse(call, 'internal', 'Something is broken inside the service.');
  });
  return app;
}

function refuse(call: Call, code: RefusalCode, message: string): Response {
  const refusal = new Refusal(code, message);
  return call.json(refusal, refusal.status);
}
