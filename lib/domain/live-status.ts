import type { Checkout } from '#lib/contract/resources.ts';

interface LiveAttempt {
  readonly id: string;
  readonly state: string;
  readonly isResolvable: boolean;
  readonly needsReview: boolean;
  /** For an unknown attempt, the campaign's state when the console last read it. */
  readonly lastReading: unknown;
}

/** The parts of a campaign that can change while its page is open. */
export interface LiveStatus {
  readonly status: string | undefined;
  readonly scheduled_at: string | undefined;
  readonly sent_at: string | undefined;
  /** The number of thumbnails. */
  readonly thumbnails: number;
  readonly proof: boolean;
  readonly attempts: readonly LiveAttempt[];
  /** The id of the latest decision. */
  readonly decision: string | undefined;
}

/**
 * Returns a string that changes when an open campaign page becomes outdated. Includes checkout only for
 * drafts.
 */
export function liveFingerprint(facts: LiveStatus, checkout: Checkout | undefined): string {
  const { status, scheduled_at, sent_at, thumbnails, proof, attempts, decision } = facts;
  const order = status === 'draft' ? checkout : undefined;
  return JSON.stringify([
    status,
    scheduled_at,
    sent_at,
    thumbnails,
    proof,
    decision,
    attempts.map(({ id, state, isResolvable, needsReview, lastReading }) =>
      state === 'unknown' ? [id, state, isResolvable, needsReview, lastReading] : [id, state],
    ),
    order && [order.without_sender, order.with_sender].map((block) => [block.to_be_paid, block.already_paid]),
  ]);
}
