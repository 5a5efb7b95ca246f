/**
 * The codes, statuses, and shape of the proxy's error responses. The console's other route handlers return
 * the same error responses.
 */
import { z } from 'zod';

export const PROXY_ERRORS = {
  /**
   * The request can't be parsed. For example, the body is incomplete, or the percent-encoding, form, or JSON
   * is invalid.
   */
  malformed: 400,
  /** The inputs are invalid. `fields` lists the problems. */
  invalid: 400,
  signed_out: 401,
  /** The API token is unknown, expired, or revoked, or its member is disabled. */
  invalid_token: 401,
  payment_required: 402,
  foreign_origin: 403,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The request's body didn't arrive in time. */
  upload_slow: 408,
  /** The campaign's current state doesn't allow the operation. */
  conflict: 409,
  /** Another attempt on the same campaign is already in progress. */
  in_progress: 409,
  /**
   * The service still shows the campaign's state from before an earlier successful operation. Repeat the
   * request in a moment.
   */
  stale_reading: 409,
  /** The team requires an approval of the current content, but there isn't one. */
  approval_required: 409,
  /** The team requires an approval, but it can't be checked, because the current content can't be read. */
  approval_unread: 409,
  too_large: 413,
  unsupported_type: 415,
  /** The Idempotency-Key was used for another request. */
  key_reused: 422,
  /** The service rejected the request for a reason that doesn't have its own error code. */
  refused: 422,
  too_many_requests: 429,
  /** An error in the console itself. The log contains the cause. */
  broken: 500,
  service_unreachable: 502,
  service_garbled: 502,
  service_failed: 502,
  /** The console is processing too many large requests, or can't reach its database. Repeat the request later. */
  unavailable: 503,
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
    /** The message for users. Programs should check `code` instead. */
    message: z.string(),
    /**
     * Problems by field. Each field has the same name as in the request, such as `sent_at[from]` or
     * `designs[]`.
     */
    fields: z.record(z.string(), z.string()).optional(),
  }),
});
/** The same error as problem details (RFC 9457), for callers that accept `application/problem+json`. */
export const problemDetails = z.strictObject({
  type: z.literal('about:blank'),
  /** The name of the HTTP status. */
  title: z.string(),
  status: z.int(),
  /** The message for users. */
  detail: z.string(),
  code: proxyError.shape.error.shape.code,
  fields: proxyError.shape.error.shape.fields,
});
export type ProblemDetails = z.infer<typeof problemDetails>;

export type ProxyError = z.infer<typeof proxyError>;
