/** Why the proxy rejects a request before it calls the mail service. */
import type { ProxyErrorCode } from '#lib/contract/proxy-error.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';

export interface RequestProblem {
  readonly code: ProxyErrorCode;
  /** The console's own text, never the service's. */
  readonly message: string;
  readonly fields?: FieldErrors;
}

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: RequestProblem };

export const accept = <T>(value: T): ParseResult<T> => ({ ok: true, value });

export const reject = (code: ProxyErrorCode, message: string): ParseResult<never> => ({
  ok: false,
  problem: { code, message },
});

export const invalidFields = (fields: FieldErrors): RequestProblem => ({
  code: 'invalid',
  message: 'Some fields are not valid. They are listed in fields.',
  fields,
});

export const rejectField = (name: string, why: string): ParseResult<never> => ({
  ok: false,
  problem: invalidFields(Object.fromEntries([[name, why]])),
});
