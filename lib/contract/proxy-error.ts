/**
 * The proxy's error responses: their shape, and a table of codes and statuses. The console's other route handlers use
 * them, too.
 */
import { z } from 'zod';

export const PROXY_ERRORS = {
  /** The request can't be read: an invalid percent-encoding, form or JSON, or an incomplete body. */
  malformed: 400,
  /** The inputs are invalid. `fields` lists the problems. */
  invalid: 400,
  signed_out: 401,
  payment_required: 402,
  foreign_origin: 403,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The campaign's current state doesn't allow the operation. */
  conflict: 409,
  /** The same action is already in progress. */
  in_progress: 409,
  /** The team requires a guest's approval, and no guest has approved the current content. */
  approval_required: 409,
  /**
   * The team requires a guest's approval, but the current content can't be read, so the approval can't be
   * checked.
   */
  approval_unread: 409,
  too_large: 413,
  unsupported_type: 415,
  /** The service rejected the request for a reason that doesn't have its own code here. */
  refused: 422,
  too_many_requests: 429,
  /** An error in the console itself. The log has the cause. */
  broken: 500,
  service_unreachable: 502,
  service_garbled: 502,
  service_failed: 502,
  /** The service rejected the console's API key. */
  service_locked: 502,
  service_slow: 504,
  /** An irreversible call's outcome is unknown. Check the campaign before repeating the call. */
  outcome_unknown: 504,
} as const;

export type ProxyErrorCode = keyof typeof PROXY_ERRORS;

export const proxyError = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(PROXY_ERRORS) as ProxyErrorCode[]),
    /** A sentence for people. Programs should use the code. */
    message: z.string(),
    /** Problems by field, named as in the request: `sent_at[from]`, `designs[]`. */
    fields: z.record(z.string(), z.string()).optional(),
  }),
});
export type ProxyError = z.infer<typeof proxyError>;
