/**
 * Guest responses whose last access check has passed but that aren't sent yet. Revoking a link waits for those of this
 * process, so that nothing more of it is sent once the member sees that it is revoked.
 */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

/** A response to a slow connection may take longer. The member doesn't wait for it. */
const MAX_WAIT_MS = 2_000;

const pendingResponses = () => singleton('pendingResponses', () => new Map<string, Set<Promise<void>>>());

/** Call it before the last access check. @returns a function to call once the response is sent or given up */
export function trackPendingResponse(shareLinkId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ofLink = pendingResponses().get(shareLinkId) ?? new Set();
  pendingResponses().set(shareLinkId, ofLink.add(promise));
  return () => {
    resolve();
    ofLink.delete(promise);
    if (ofLink.size === 0 && pendingResponses().get(shareLinkId) === ofLink) {
      pendingResponses().delete(shareLinkId);
    }
  };
}

/** Resolves when all responses that are pending now are sent, or after two seconds. */
export async function waitForPendingResponses(shareLinkId: string): Promise<void> {
  const sent = Promise.all(pendingResponses().get(shareLinkId) ?? []);
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
  await Promise.race([sent, timeout.promise]);
  clearTimeout(timer);
}
