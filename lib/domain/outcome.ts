import type { FieldErrors } from '#lib/contract/wire.ts';
import type { MissingApproval } from './approval-rule.ts';
import type { AttemptOperation } from './attempt.ts';
import type { Amount } from './payment.ts';

/**
 * An expected error, returned as a value. Doesn't contain any text from the service. lib/format/failure.ts
 * contains the user-facing messages.
 */
export type Failure =
  /** The connection to the service failed, or broke before the response arrived. */
  | { readonly kind: 'unreachable' }
  /** A complete response didn't arrive in time. */
  | { readonly kind: 'slow' }
  /**
   * The response isn't in the documented format. For example, the response is HTML, truncated JSON, or a
   * redirect, or is too large.
   */
  | { readonly kind: 'garbled' }
  /** The service responded with 5xx. */
  | { readonly kind: 'failed'; readonly status: number }
  /**
   * The service refused the request with a 4xx status other than 404, or a precondition failed. The embedded
   * service always sends an error code, but other services might not.
   */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string | undefined }
  | { readonly kind: 'missing' }
  /** The member's role doesn't allow the operation. */
  | { readonly kind: 'forbidden' }
  /** The member must confirm their identity first, because the last sign-in or confirmation was too long ago. */
  | { readonly kind: 'reauthentication_required' }
  /** The input is invalid. `fields` contains an error message for each invalid field. */
  | { readonly kind: 'invalid'; readonly fields: FieldErrors }
  /**
   * Another attempt on the same campaign is in progress. For example, the same member may have started that
   * attempt in another tab.
   */
  | { readonly kind: 'in_progress' }
  /** The API caller already used the same Idempotency-Key for another request. */
  | { readonly kind: 'key_reused' }
  /**
   * The console made an irreversible call, but the response was lost. The console reads the campaign back and
   * never repeats the call.
   */
  | { readonly kind: 'unknown' }
  /**
   * The service still shows the campaign's state from before a successful attempt at this operation, so the
   * console didn't make the call.
   */
  | { readonly kind: 'stale'; readonly operation: AttemptOperation }
  /**
   * The team requires an approval of the current content. `why` says which approvals are missing, or that the
   * console can't read the content.
   */
  | { readonly kind: 'not_approved'; readonly why: MissingApproval | 'unread' }
  /**
   * An amount differs from the amount that the member agreed to. Both amounts are text, as formatted by the
   * service.
   */
  | {
      readonly kind: 'price_changed';
      readonly amount: Amount;
      readonly seen: string;
      readonly now: string;
    };

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const fail = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure,
});

type Values<T extends readonly unknown[]> = {
  -readonly [I in keyof T]: Awaited<T[I]> extends Outcome<infer V> ? V : never;
};

/** Waits for all outcomes. Returns the outcomes' values in order, or the first failure. */
export async function allOf<const T extends readonly Promise<Outcome<unknown>>[]>(
  work: T,
): Promise<Outcome<Values<T>>> {
  const values: unknown[] = [];
  for (const outcome of await Promise.all(work)) {
    if (!outcome.ok) return outcome;
    values.push(outcome.value);
  }
  return ok(values as Values<T>);
}
