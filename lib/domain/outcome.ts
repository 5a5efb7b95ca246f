import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Amount } from './payment.ts';

/**
 * What can go wrong when the console works for somebody, as a value. What the service said stays on the server: a
 * person reads only sentences of ours (`sentenceFor`).
 */
export type Failure =
  /** No connection, or it broke before an answer. */
  | { readonly kind: 'unreachable' }
  /** No complete answer in time. */
  | { readonly kind: 'slow' }
  /** An answer that is not what the interface says: HTML, cut JSON, a redirect, a body over the limit, a wrong shape. */
  | { readonly kind: 'garbled' }
  /** The service answered 5xx. */
  | { readonly kind: 'failed'; readonly status: number }
  /** The service said no (4xx other than 404). `code` is the embedded service's; others may send none. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string | undefined }
  | { readonly kind: 'missing' }
  /** The member's role does not allow it. */
  | { readonly kind: 'forbidden' }
  /** Input that a rule of ours or of the interface refuses: sentences by field. */
  | { readonly kind: 'invalid'; readonly fields: FieldErrors }
  /** Somebody, perhaps the same person in another tab, is doing the same thing right now. */
  | { readonly kind: 'in_progress' }
  /** An irreversible call was made and its result is not known: it is read back, never sent again. */
  | { readonly kind: 'unknown' }
  /**
   * The team pays and sends nothing without a guest's approval, and nobody has approved what would be printed now, or it
   * can't be read whether somebody has.
   */
  | { readonly kind: 'not_approved'; readonly why: 'missing' | 'unread' }
  /** An amount of the order the person agreed to is another one now. Both as the service formats them. */
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

/** Waits for all of them: the values in order, or the first failure. */
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
