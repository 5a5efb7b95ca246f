/**
 * Answers that have had their last look at the link's row and are on their way out. Whoever revokes a link waits for
 * those of this process: when they are told that it is revoked, nothing more of it comes.
 */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

/** A guest whose connection is slow has what was sent; nobody waits longer for them. */
const PATIENCE_MS = 2_000;

const leaving = () => singleton('leavingAnswers', () => new Map<string, Set<Promise<void>>>());

/** To be called before the last look. @returns what to call when the answer has left, or there is none */
export function trackPendingResponse(shareLinkId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ofShare = leaving().get(shareLinkId) ?? new Set();
  leaving().set(shareLinkId, ofShare.add(promise));
  return () => {
    resolve();
    ofShare.delete(promise);
    if (ofShare.size === 0 && leaving().get(shareLinkId) === ofShare) leaving().delete(shareLinkId);
  };
}

/** When all that were on their way have left. */
export async function waitForPendingResponses(shareLinkId: string): Promise<void> {
  const those = Promise.all(leaving().get(shareLinkId) ?? []);
  const enough = Promise.withResolvers<void>();
  const timer = setTimeout(enough.resolve, PATIENCE_MS);
  await Promise.race([those, enough.promise]);
  clearTimeout(timer);
}
