/**
 * Builds the OpenAPI description of the proxy under /api. The proxy offers the mail service's operations,
 * authorized by a session instead of an API key.
 */
import 'server-only';
import { sessionCookie } from '#lib/auth/session-token.ts';
import type { ApiDocument, Parameter } from '#lib/contract/openapi/document.ts';
import { createApiDocument } from '#lib/contract/openapi/openapi.ts';
import { operations } from '#lib/contract/operations.ts';
import { KEY_HOURS, KEYED_OPERATIONS } from '#lib/domain/idempotency-key.ts';
import { env } from '#lib/env/env.ts';
import { problemDetails, proxyError } from '#lib/http/error-codes.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { IDEMPOTENCY_KEY, MAX_KEY_LENGTH } from './idempotency-key.ts';

/**
 * Returns the description, which contains no secrets. The description is built once, because it doesn't
 * change while the console runs.
 */
export const apiDescription = (): ApiDocument => singleton('apiDescription', describeConsole);

/** Returns the description as JSON text. */
export const apiDescriptionText = (): string =>
  singleton('apiDescriptionText', () => JSON.stringify(apiDescription()));

const KEY_HEADER: Parameter = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description: `A value that you choose for this request, such as a UUID. If you repeat the request with the same key within ${KEY_HOURS} hours, you get the first answer, and the operation doesn’t run again. A different request with the same key is rejected with status 422.`,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_KEY_LENGTH,
    examples: ['6f7cc5b6-2b8c-4a0e-9a44-2c0f0f0f9a11'],
  },
};

function describeConsole(): ApiDocument {
  const { origin } = env();
  return createApiDocument({
    title: 'Mailroom',
    description:
      'The mail service’s API for signed-in team members, limited by their role. The API key never leaves the console.',
    contact: { name: 'Mailroom', url: `${origin}/docs` },
    origin,
    redirectOrigin: origin,
    prefix: '/api',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookie(),
        description:
          'The session cookie from signing in at /login. Requests other than GET must also include an Origin header with this console’s origin.',
      },
    },
    security: () => 'session',
    statuses: (name) => {
      const { method, params } = operations[name];
      const hasId = Object.keys(params.shape).length > 0;
      // The proxy responds with 422 if the service refuses the request for any other reason.
      const always = [400, 401, 403, 422, 429, 500, 502, 504];
      return [...always, ...(hasId ? [404] : []), ...(method === 'GET' ? [] : [409, 413, 415])];
    },
    headers: (name) => (KEYED_OPERATIONS[name] ? [KEY_HEADER] : []),
    takesJson: true,
    error: proxyError,
    problem: problemDetails,
    nullable: false,
  });
}
