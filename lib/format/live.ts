import type { Checkout } from '#lib/contract/resources.ts';

interface LiveAttempt {
  readonly id: string;
  readonly state: string;
  readonly decidable: boolean;
  readonly needsPerson: boolean;
  /** What the last reading of an unknown one showed. */
  readonly seen: unknown;
}

/** What can change on a campaign while somebody looks at it. */
export interface LiveFacts {
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
export function livePrint(facts: LiveFacts, checkout: Checkout | undefined): string {
  const { status, scheduled_at, sent_at, thumbnails, proof, attempts, decision } = facts;
  const order = status === 'draft' ? checkout : undefined;
  return JSON.stringify([
    status,
    scheduled_at,
    sent_at,
    thumbnails,
    proof,
    decision,
    attempts.map(({ id, state, decidable, needsPerson, seen }) =>
      state === 'unknown' ? [id, state, decidable, needsPerson, seen] : [id, state],
    ),
    order && [order.without_sender, order.with_sender].map((block) => [block.to_be_paid, block.already_paid]),
  ]);
}
