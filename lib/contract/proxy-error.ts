/**
 * What the proxy answers when it doesn't answer what was asked for: one shape, and one table of codes and statuses, which
 * counts for the pages' own route handlers as well.
 */
import { z } from 'zod';

export const PROXY_ERRORS = {
  /** It can't be read: a percent sequence, a form or JSON that is broken, a body that was cut. */
  malformed: 400,
  /** `fields` says what is wrong where. */
  invalid: 400,
  signed_out: 401,
  payment_required: 402,
  foreign_origin: 403,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The state of things doesn't allow it. */
  conflict: 409,
  /** Somebody is doing it right now. */
  in_progress: 409,
  /** The team pays and sends nothing without a guest's approval, and nobody has approved what would be printed now. */
  approval_required: 409,
  /** As before, and whether somebody has can't be told just now: what would be printed can't be read. */
  approval_unread: 409,
  too_large: 413,
  unsupported_type: 415,
  /** The service refuses it for a reason that has no code of its own here. */
  refused: 422,
  too_many_requests: 429,
  /** Ours; its cause is in the console's log. */
  broken: 500,
  service_unreachable: 502,
  service_garbled: 502,
  service_failed: 502,
  /** The service refuses this console's own key. */
  service_locked: 502,
  service_slow: 504,
  /** An irreversible call was made and its result is not known: it must not be repeated before the campaign was looked at. */
  outcome_unknown: 504,
} as const;

export type ProxyErrorCode = keyof typeof PROXY_ERRORS;

export const proxyError = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(PROXY_ERRORS) as ProxyErrorCode[]),
    /** A sentence for a person; nothing to decide by. */
    message: z.string(),
    /** Sentences by field, as the field was sent: `sent_at[from]`, `designs[]`. */
    fields: z.record(z.string(), z.string()).optional(),
  }),
});
export type ProxyError = z.infer<typeof proxyError>;
