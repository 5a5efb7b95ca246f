/** An irreversible thing that somebody tried once on a campaign, and how it turned out. Pure. */
import type { OperationName } from '#lib/contract/operations.ts';

/** The operations that need a claim, and nothing else does. */
export type AttemptOperation = Extract<
  OperationName,
  | 'payCampaign'
  | 'payAndSendCampaign'
  | 'sendCampaign'
  | 'cancelCampaign'
  | 'cloneCampaign'
  | 'deleteCampaign'
>;

/**
 * open: being made right now. done and refused: known. unknown: the call was made and nobody knows what came of it, until
 * a reading or a person settles it; it is never sent again.
 */
export type AttemptState = 'open' | 'done' | 'refused' | 'unknown';

export interface Attempt {
  readonly id: string;
  readonly campaignId: number;
  readonly operation: AttemptOperation;
  readonly state: AttemptState;
  /** The e-mail address of the member who did it. */
  readonly by: string;
  /** The amount agreed to, as the service formats it; only for payCampaign and payAndSendCampaign. */
  readonly amount: string | null;
  /** Milliseconds since the epoch, by this server's clock. */
  readonly startedAt: number;
  readonly settledAt: number | null;
  /** When a reading first showed the payment of a payCampaign attempt (its `done` says only that a link was made). */
  readonly paidAt: number | null;
  /** Who or what settled it: the service's answer, a reading afterwards, or a person's decision. */
  readonly settledBy: 'answer' | 'reading' | 'person' | null;
}
