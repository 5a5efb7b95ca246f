/**
 * Distinguishes failures that affect one item or list from failures that affect all calls to the mail
 * service.
 */
import type { Failure } from '#lib/domain/outcome.ts';

/** These statuses affect all calls, not only the requested resource. */
const GENERAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Returns whether the failure affects only the requested item, because the item doesn't exist or because the
 * mail service can't return it. Tasks skip the item, because they would otherwise never get past it.
 */
export const isItemFailure = (failure: Failure): boolean =>
  failure.kind === 'missing' ||
  isUnexpectedResponse(failure) ||
  (failure.kind === 'refused' && !GENERAL_STATUSES.has(failure.status));

/** Returns whether reading the item again might succeed. */
export const isUnexpectedResponse = (failure: Failure): boolean =>
  failure.kind === 'garbled' || (failure.kind === 'failed' && failure.status === 500);
