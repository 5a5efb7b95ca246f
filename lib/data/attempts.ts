import 'server-only';
import type { Attempt } from '#lib/attempts/attempt.ts';
import type { Outcome } from '#lib/outcome.ts';

export type { Attempt, AttemptOperation, AttemptState } from '#lib/attempts/attempt.ts';

/** A campaign's attempts, newest first. What is unknown is read back from the service first. Empty for non-members. */
export async function attemptsOf(_campaignId: number): Promise<Attempt[]> {
  throw new Error('attempts');
}

/** Every attempt that is open or unknown, newest first. Empty for non-members. */
export async function openAttempts(): Promise<Attempt[]> {
  throw new Error('attempts');
}

/**
 * A person's word on an unknown attempt that reading can't settle: it went through, or it did not. Needs the role of the
 * attempt's operation. `missing` when it is not unknown (any more).
 */
export async function settleByHand(_id: string, _word: 'done' | 'refused'): Promise<Outcome<Attempt>> {
  throw new Error('attempts');
}
