/** An irreversible thing that somebody tried once on a campaign, and how it turned out. Pure. */
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import type { SettledBy } from './activity.ts';

/** The operations that need a claim, and nothing else does. */
export type AttemptOperation = Extract<
  OperationName,
  | 'payCampaign'
  | 'payAndSendCampaign'
  | 'sendCampaign'
  | 'sendCampaignOnInvoice'
  | 'cancelCampaign'
  | 'cloneCampaign'
  | 'deleteCampaign'
>;

/**
 * Attempts of one lane exclude each other: while a payment is in doubt nobody pays in another way, and nobody sends or
 * deletes what it may have paid for. Copying a campaign touches nothing of it.
 */
export type LockScope = 'mail' | 'copy';
export const lockScopeOf = (operation: AttemptOperation): LockScope =>
  operation === 'cloneCampaign' ? 'copy' : 'mail';

/**
 * open: being made right now. done and refused: known. unknown: the call was made and nobody knows what came of it, until
 * a reading or a person settles it; it is never sent again.
 */
export type AttemptState = 'open' | 'done' | 'refused' | 'unknown';

/** What was read just before the call. Amounts only where checkout was read, as the service formats them. */
export interface CampaignSnapshot {
  readonly status: string | null;
  readonly scheduledAt: string | null;
  readonly alreadyPaid?: string;
  readonly toBePaid?: string;
}

/** What the answer brought that is needed later: the link to pay at, the number of the new copy. */
export interface AttemptResult {
  readonly link?: string;
  readonly campaignId?: number;
}

export interface Attempt {
  readonly id: string;
  readonly campaignId: number;
  readonly operation: AttemptOperation;
  readonly state: AttemptState;
  /** The e-mail address of the member who did it. */
  readonly by: string;
  /**
   * The amount agreed to, as the service formats it: paid by link or card, or billed on the monthly invoice. Where nobody
   * had to agree to one, what was to be paid.
   */
  readonly amount: string | null;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly startedAt: number;
  readonly settledAt: number | null;
  /** When a reading first showed the payment of a payCampaign attempt (its `done` says only that a link was made). */
  readonly paidAt: number | null;
  readonly settledBy: SettledBy | null;
  /** The e-mail address of the member whose decision settled it; null where it was no person's. */
  readonly settledByMember: string | null;
  /** What was read just before the call, and what the last reading showed after its answer got lost. */
  readonly before: CampaignSnapshot | null;
  readonly lastReading: CampaignSnapshot | null;
  readonly readAt: number | null;
  /** Whether it has been unknown for so long that a person has to find out. */
  readonly needsReview: boolean;
  /** From when on a person may say how it ended, by the console's clock, and whether that is by now. */
  readonly resolvableAt: number;
  readonly isResolvable: boolean;
  /** Whether who looks at it may say how it ended: what their role couldn't do, they can't settle. */
  readonly canResolve: boolean;
}

/** A call that got no answer may still be at work in the service for so long. */
const STILL_AT_WORK_MS = 2 * MINUTE_MS;

/** What readings could not prove by then goes to a person. */
export const REVIEW_AFTER_MS = 10 * MINUTE_MS;

/** How long it is until a person may say how an attempt of this age ended; 0 when they may. Milliseconds. */
export const msUntilResolvable = (ageMs: number): number => Math.max(0, STILL_AT_WORK_MS - ageMs);
