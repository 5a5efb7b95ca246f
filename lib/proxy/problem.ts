/** Why the proxy doesn't do what was asked, before the service is asked at all. */
import type { ProxyErrorCode } from '#lib/contract/proxy-error.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';

export interface Problem {
  readonly code: ProxyErrorCode;
  /** A sentence of ours. */
  readonly message: string;
  readonly fields?: FieldErrors;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export const read = <T>(value: T): Read<T> => ({ ok: true, value });

export const unread = (code: ProxyErrorCode, message: string): Read<never> => ({
  ok: false,
  problem: { code, message },
});

export const wrongFields = (fields: FieldErrors): Problem => ({
  code: 'invalid',
  message: 'Some of what was sent is not right: see fields.',
  fields,
});

export const unreadField = (name: string, why: string): Read<never> => ({
  ok: false,
  problem: wrongFields(Object.fromEntries([[name, why]])),
});
