/** Tells one listener about every response that rejects the API key. */
import 'server-only';
import { type OperationName, operations } from '#lib/contract/operations.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { singleton } from '#lib/runtime/singleton.ts';

type Listener = () => void;

const registered = singleton('keyRejectionListener', () => ({ listener: undefined as Listener | undefined }));

/** Registers the listener for all later rejections. Replaces any earlier listener. */
export function listenToKeyRejections(listener: Listener | undefined): void {
  registered.listener = listener;
}

/**
 * Tells the listener about a failed call if the mail service rejected the key. In v2, a 401 can also mean an unknown
 * user (part 5).
 */
export function observeFailure(operation: OperationName, failure: Failure): void {
  const isUnauthorized = failure.kind === 'refused' && failure.status === 401;
  if (operations[operation].version !== 'v1' || !isUnauthorized) return;
  countMetric('mailroom_upstream_key_rejections_total', {});
  registered.listener?.();
}
