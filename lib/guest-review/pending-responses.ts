/**
 * Guest responses that have passed their last access check but aren't sent yet. Revoking a link waits for the ones in
 * this process, so that nothing else is sent after the member sees that the link is revoked.
 */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

/** A response over a slow connection may take longer. The member doesn't wait for that. */
const MAX_WAIT_MS = 2_000;

const pendingResponses = () => singleton('pendingResponses', () => new Map<string, Set<Promise<void>>>());

/**
 * Call this before the last access check.
 * @returns a function to call once the response is sent or abandoned
 */
export function trackPendingResponse(shareLinkId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const linkResponses = pendingResponses().get(shareLinkId) ?? new Set();
  pendingResponses().set(shareLinkId, linkResponses.add(promise));
  return () => {
    resolve();
    linkResponses.delete(promise);
    if (linkResponses.size === 0 && pendingResponses().get(shareLinkId) === linkResponses) {
      pendingResponses().delete(shareLinkId);
    }
  };
}

/** Resolves when all currently pending responses have been sent, or after two seconds. */
export async function waitForPendingResponses(shareLinkId: string): Promise<void> {
  const sent = Promise.all(pendingResponses().get(shareLinkId) ?? []);
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
  await Promise.race([sent, timeout.promise]);
  clearTimeout(timer);
}
