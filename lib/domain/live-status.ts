import type { Checkout } from '#lib/contract/resources.ts';

interface LiveAttempt {
  readonly id: string;
  readonly state: string;
  readonly isResolvable: boolean;
  readonly needsReview: boolean;
  /** What the last reading showed, if the attempt is unknown. */
  readonly lastReading: unknown;
}

/** What can change on a campaign while its page is open. */
export interface LiveStatus {
  readonly status: string | undefined;
  readonly scheduled_at: string | undefined;
  readonly sent_at: string | undefined;
  /** The number of thumbnails, and whether there is a proof. */
  readonly thumbnails: number;
  readonly proof: boolean;
  readonly attempts: readonly LiveAttempt[];
  /** The id of the guests' latest decision. */
  readonly decision: string | undefined;
}

/** A string that differs when the page is out of date. Checkout counts for drafts only. */
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
