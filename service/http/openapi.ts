/** Serves the service's OpenAPI document at /openapi.json. Requests don't need an API key. */
import type { Handler } from 'hono';
import { z } from 'zod';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { createApiDocument } from '#lib/contract/openapi/openapi.ts';
import { operations } from '#lib/contract/operations.ts';
import type { ServiceContext } from '../context.ts';
import { REFUSAL_CODES } from '../refusal.ts';

/** The schema of a JSON error response. */
const refusalSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(REFUSAL_CODES),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});

export function buildServiceDocument({
  origin,
  originV2,
}: Pick<ServiceContext, 'origin' | 'originV2'>): ApiDocument {
  return createApiDocument({
    title: 'Direct-mail campaign service (embedded)',
    description:
      'Customers, templates, and campaigns for printed mail. This is the sandbox service included with Mailroom.',
    contact: { name: 'Direct Mail sandbox', url: `${origin}/openapi.json` },
    origin,
    originV2,
    prefix: '',
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'Version 1: `Authorization: Bearer API_KEY`.',
      },
      // OpenAPI has no scheme for a bearer token that consists of two parts.
      // For v2, the whole header is therefore described as an API key.
      // Because the types differ, generated clients can tell the schemes of v1 and v2 apart.
      keyAndUser: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description:
          "Version 2: the header's whole value, `Bearer API_KEY USER_EMAIL`. USER_EMAIL is a known user's email address.",
      },
    },
    security: (name) => [operations[name].version === 'v1' ? 'key' : 'keyAndUser'],
    statuses: (name) => {
      const { params, form } = operations[name];
      const hasId = Object.keys(params.shape).length > 0;
      const hasForm = Object.keys(form.shape).length > 0;
      return [400, 401, ...(hasId ? [404] : []), ...(hasForm ? [413] : []), 429, 500];
    },
    takesJson: false,
    error: refusalSchema,
    nullable: true,
  });
}

/** Serializes the document once, because it doesn't change while the service runs. */
export function createOpenApiHandler(context: Pick<ServiceContext, 'origin' | 'originV2'>): Handler {
  const text = JSON.stringify(buildServiceDocument(context));
  const headers = { 'Content-Type': 'application/json' };
  return (call) => call.body(text, 200, headers);
}
