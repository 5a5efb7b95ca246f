/** /openapi.json: what this service is, for machines. It holds nothing that needs a key. */
import type { Handler } from 'hono';
import { z } from 'zod';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { openApiOf } from '#lib/contract/openapi/openapi.ts';
import { operations } from '#lib/contract/operations.ts';
import type { Context } from '../context.ts';
import { REFUSAL_CODES } from '../refusal.ts';

/** As Refusal writes itself. */
const refusalShape = z.strictObject({
  error: z.strictObject({
    code: z.enum(REFUSAL_CODES),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});

export function describeService({ origin, originV2 }: Pick<Context, 'origin' | 'originV2'>): ApiDocument {
  return openApiOf({
    title: 'Direct-mail campaign service (embedded)',
    description:
      'Customers, templates and campaigns of printed mail. This is the service that comes with Mailroom, for trying and testing.',
    origin,
    originV2,
    prefix: '',
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'Version 1: `Authorization: Bearer API_KEY`.',
      },
      keyAndUser: {
        type: 'http',
        scheme: 'bearer',
        description:
          'Version 2: `Authorization: Bearer API_KEY USER_EMAIL`, the key, a space and the address of a known user.',
      },
    },
    security: (name) => (operations[name].version === 'v1' ? 'key' : 'keyAndUser'),
    statuses: (name) => {
      const { params, form } = operations[name];
      const hasId = Object.keys(params.shape).length > 0;
      const hasForm = Object.keys(form.shape).length > 0;
      return [400, 401, ...(hasId ? [404] : []), ...(hasForm ? [413] : []), 429, 500];
    },
    takesJson: false,
    error: refusalShape,
    nullable: true,
  });
}

/** Written once: it doesn't change while the service runs. */
export function descriptionDoor(context: Pick<Context, 'origin' | 'originV2'>): Handler {
  const text = JSON.stringify(describeService(context));
  const headers = { 'Content-Type': 'application/json' };
  return (call) => call.body(text, 200, headers);
}
