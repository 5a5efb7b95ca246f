/** Maps failures to error codes and HTTP statuses, for the proxy and route handlers. */

import type { Failure } from '#lib/domain/outcome.ts';
import { PROXY_ERRORS, type ProxyErrorCode } from './error-codes.ts';

export const failureHttpStatus = (failure: Failure): number => PROXY_ERRORS[failureErrorCode(failure)];

export function failureErrorCode(failure: Failure): ProxyErrorCode {
  switch (failure.kind) {
    case 'unreachable':
      return 'service_unreachable';
    case 'slow':
      return 'service_slow';
    case 'garbled':
      return 'service_garbled';
    case 'failed':
      return 'service_failed';
    case 'refused':
      return refusalCode(failure.status, failure.code);
    case 'missing':
      return 'not_found';
    case 'forbidden':
      return 'not_allowed';
    case 'invalid':
      return 'invalid';
    case 'in_progress':
      return 'in_progress';
    case 'key_reused':
      return 'key_reused';
    case 'unknown':
      return 'outcome_unknown';
    case 'stale':
      return 'stale_reading';
    case 'not_approved':
      return failure.why === 'unread' ? 'approval_unread' : 'approval_required';
    case 'price_changed':
    case 'reauthentication_required':
      return 'conflict';
  }
}

function refusalCode(status: number, code: string | undefined): ProxyErrorCode {
  // The API key is valid, but invoicing isn't enabled.
  if (code === 'invoicing_not_enabled') return 'refused';
  switch (status) {
    case 401:
    case 403:
      return 'service_locked';
    case 402:
      return 'payment_required';
    case 409:
      return 'conflict';
    case 429:
      return 'too_many_requests';
    default:
      return 'refused';
  }
}
