import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Amount } from './payment.ts';

/**
 * An expected error, returned as a value. Doesn't contain any text from the service. lib/format/failure.ts
 * has the user-facing messages.
 */
export type Failure =
  /** The connection failed, or broke before the response. */
  | { readonly kind: 'unreachable' }
  /** No complete response arrived in time. */
  | { readonly kind: 'slow' }
  /**
   * A response that doesn't match the interface: HTML, truncated JSON, a redirect, an oversized body, or an
   * unexpected shape.
   */
  | { readonly kind: 'garbled' }
  /** The service responded with 5xx. */
  | { readonly kind: 'failed'; readonly status: number }
  /**
   * Refused by the service (4xx other than 404) or by a precondition. Only the embedded service always sends a code.
   */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string | undefined }
  | { readonly kind: 'missing' }
  /** The member's role doesn't allow the operation. */
  | { readonly kind: 'forbidden' }
  /** Invalid input: messages by field. */
  | { readonly kind: 'invalid'; readonly fields: FieldErrors }
  /** Another attempt on the same campaign is in progress, for example in another tab. */
  | { readonly kind: 'in_progress' }
  /** An irreversible call was made, but its response was lost. The campaign is read back. The call is never repeated. */
  | { readonly kind: 'unknown' }
  /** The team requires a guest's approval, and the approval is missing for the current content or can't be checked. */
  | { readonly kind: 'not_approved'; readonly why: 'missing' | 'unread' }
  /** An amount differs from the one the member agreed to. Both amounts are as the service formats them. */
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

/** Waits for all outcomes. Returns their values in order, or the first failure. */
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
