import type { Checkout } from '#lib/contract/resources.ts';

interface LiveAttempt {
  readonly id: string;
  readonly state: string;
  readonly isResolvable: boolean;
  readonly needsReview: boolean;
  /** What the last reading of an unknown one showed. */
  readonly lastReading: unknown;
}

/** What can change on a campaign while somebody looks at it. */
export interface LiveStatus {
  readonly status: string | undefined;
  readonly scheduled_at: string | undefined;
  readonly sent_at: string | undefined;
  /** How many pictures there are, and whether there is a PDF. */
  readonly thumbnails: number;
  readonly proof: boolean;
  readonly attempts: readonly LiveAttempt[];
  /** A guest's last one. */
  readonly decision: string | undefined;
}

/** The facts as one text, to tell whether a page still shows what is so. Checkout counts for drafts only. */
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
