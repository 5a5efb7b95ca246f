/**
 * Builds the OpenAPI description of the proxy under /api. The proxy offers the mail service's operations,
 * authorized by an API token or a session instead of the API key.
 */
import 'server-only';
import { sessionCookie } from '#lib/auth/session-token.ts';
import type { ApiDocument, Parameter, ResponseHeader } from '#lib/contract/openapi/document.ts';
import { createApiDocument } from '#lib/contract/openapi/openapi.ts';
import { type OperationName, operations } from '#lib/contract/operations.ts';
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

export const apiDescriptionText = (): string =>
  singleton('apiDescriptionText', () => JSON.stringify(apiDescription()));

const KEY_HEADER: Parameter = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description: `A value that you choose for this request, such as a UUID. If you repeat the request with the same key within ${KEY_HOURS} hours, you get the first response again, and the operation doesn’t run again. A different request with the same key is rejected with status 422.`,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_KEY_LENGTH,
    examples: ['6f7cc5b6-2b8c-4a0e-9a44-2c0f0f0f9a11'],
  },
};

const RESPONSE_HEADERS = {
  RateLimit: {
    description:
      'Present only if the request has an API token. `r` is the number of requests left for the token in the current period, and `t` is the number of seconds until the period ends.',
    schema: { type: 'string', examples: ['"token";r=119;t=42'] },
  },
  'RateLimit-Policy': {
    description:
      'Present only if the request has an API token. `q` is the number of requests that the token can make in a period, and `w` is the length of the period in seconds.',
    schema: { type: 'string', examples: ['"token";q=120;w=60'] },
  },
  'Retry-After': {
    description:
      'The number of seconds to wait before sending another request. Omitted if the mail service itself rejected the request.',
    schema: { type: 'integer', minimum: 1, examples: [42] },
  },
  'WWW-Authenticate': {
    description: 'Indicates that the request needs a bearer token.',
    schema: { type: 'string', examples: ['Bearer realm="Mailroom", error="invalid_token"'] },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const satisfies Record<string, ResponseHeader>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

const STATUS_HEADERS: Readonly<Record<number, HeaderName>> = { 401: 'WWW-Authenticate', 429: 'Retry-After' };

function listResponseHeaders(status: number, names: readonly OperationName[]): readonly HeaderName[] {
  const own = STATUS_HEADERS[status];
  const isKeyed = names.some((name) => KEYED_OPERATIONS[name]);
  return [
    'RateLimit',
    'RateLimit-Policy',
    ...(own ? [own] : []),
    ...(isKeyed ? (['Idempotency-Replayed'] as const) : []),
  ];
}

function describeConsole(): ApiDocument {
  const { origin } = env();
  return createApiDocument({
    title: 'Mailroom',
    description:
      'Gives team members and their programs access to the mail service’s API, within the permissions of each member’s role. The mail service’s API key never leaves the console.',
    contact: { name: 'Mailroom', url: `${origin}/docs` },
    origin,
    redirectOrigin: origin,
    prefix: '/api',
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'mrm_…',
        description: `An API token, which members create at ${origin}/tokens. A token allows only the operations that were selected for it. A token can also be limited to one customer and to certain IP addresses. Requests don’t need a cookie or an Origin header.`,
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookie(),
        description:
          'The session cookie from signing in at /login. Requests other than GET must also include an Origin header with this console’s origin.',
      },
    },
    security: () => ['token', 'session'],
    statuses: (name) => {
      const { method, params } = operations[name];
      const hasId = Object.keys(params.shape).length > 0;
      // The proxy responds with 422 if the service refuses a request for a reason that no other status
      // covers.
      const always = [400, 401, 403, 422, 429, 500, 502, 503, 504];
      return [...always, ...(hasId ? [404] : []), ...(method === 'GET' ? [] : [408, 409, 413, 415])];
    },
    headers: (name) => (KEYED_OPERATIONS[name] ? [KEY_HEADER] : []),
    headerDescriptions: RESPONSE_HEADERS,
    responseHeaders: listResponseHeaders,
    takesJson: true,
    error: proxyError,
    problem: problemDetails,
    nullable: false,
  });
}
