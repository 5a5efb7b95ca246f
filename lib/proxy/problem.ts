/** The reasons why the proxy rejects a request without calling the mail service. */

import type { FieldErrors } from '#lib/contract/wire.ts';
import type { ProxyErrorCode } from '#lib/http/error-codes.ts';

export interface RequestProblem {
  readonly code: ProxyErrorCode;
  /** A message in the console's own words, never text from the service. */
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
  message: 'Some fields are not valid. For details, see the fields property.',
  fields,
});

export const rejectField = (name: string, why: string): ParseResult<never> => ({
  ok: false,
  problem: invalidFields(Object.fromEntries([[name, why]])),
});
