/**
 * Tracks each response to a guest from the last access check until the response is sent. When a link is
 * revoked, the console waits for this process's pending responses before it confirms the revocation. After
 * the confirmation, no new responses are sent.
 */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

/**
 * The maximum time that a revocation waits for pending responses. Responses over slow connections may take
 * longer than this time.
 */
const MAX_WAIT_MS = 2_000;

const pendingResponses = () => singleton('pendingResponses', () => new Map<string, Set<Promise<void>>>());

/**
 * Starts tracking a response. Must be called before the response's last access check.
 * @returns a function that must be called when the response is sent or abandoned
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

/** Waits until all currently pending responses have been sent, for at most two seconds. */
export async function waitForPendingResponses(shareLinkId: string): Promise<void> {
  const sent = Promise.all(pendingResponses().get(shareLinkId) ?? []);
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
  await Promise.race([sent, timeout.promise]);
  clearTimeout(timer);
}
