/** One attempt at an irreversible operation on a campaign, and how it ended. */
import type { OperationName } from '#lib/contract/operations.ts';
import type { Campaign, PriceBlock } from '#lib/contract/resources.ts';
import type { SettledBy } from './activity.ts';

/** The irreversible operations. Each call to one of them is an attempt. */
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
 * A campaign has one lock per scope. An open or unknown attempt holds that lock. While a payment is unknown,
 * the campaign can't be paid for in another way, sent, or deleted. Cloning doesn't change the campaign, so it
 * has its own scope.
 */
export type LockScope = 'mail' | 'copy';

export const lockScopeOf = (operation: AttemptOperation): LockScope =>
  operation === 'cloneCampaign' ? 'copy' : 'mail';

/**
 * - open: in progress.
 * - done, refused: the result is known.
 * - unknown: the call was made but its response was lost. A reading or a member settles the attempt. The call is
 * never repeated.
 */
export type AttemptState = 'open' | 'done' | 'refused' | 'unknown';

/**
 * A campaign's state when it was read. Amounts are as the service formats them, and present only if checkout was
 * read.
 */
export interface CampaignSnapshot {
  readonly status: string | null;
  readonly scheduledAt: string | null;
  readonly alreadyPaid?: string;
  readonly toBePaid?: string;
}

export function snapshotCampaign(
  { status, scheduled_at }: Campaign,
  price?: Pick<PriceBlock, 'already_paid' | 'to_be_paid'>,
): CampaignSnapshot {
  return {
    status: status ?? null,
    scheduledAt: scheduled_at ?? null,
    ...(price && { alreadyPaid: price.already_paid, toBePaid: price.to_be_paid }),
  };
}

/** The part of a response that is stored: the payment link or the new copy's id. */
export interface AttemptResult {
  readonly link?: string;
  readonly campaignId?: number;
}

export interface Attempt {
  readonly id: string;
  readonly campaignId: number;
  readonly operation: AttemptOperation;
  readonly state: AttemptState;
  /** The email address of the member who made the attempt. */
  readonly by: string;
  /**
   * The agreed amount as the service formats it, to be paid by link or card or billed on the monthly invoice.
   * For calls without an agreed amount, the amount that was due.
   */
  readonly amount: string | null;
  /** Milliseconds since the epoch, on the database's clock. */
  readonly startedAt: number;
  readonly settledAt: number | null;
  /**
   * When a reading first showed that a payment by link was completed. For payCampaign, `done` only means that
   * the link was created.
   */
  readonly paidAt: number | null;
  readonly settledBy: SettledBy | null;
  /** The email address of the member who resolved the attempt. Null if no member resolved it. */
  readonly settledByMember: string | null;
  /** The campaign just before the call. */
  readonly before: CampaignSnapshot | null;
  /** The campaign as last read back after the response was lost. */
  readonly lastReading: CampaignSnapshot | null;
  readonly readAt: number | null;
  /** Whether the attempt has been unknown for so long that a member must resolve it. */
  readonly needsReview: boolean;
  /** When a member may resolve the attempt, in milliseconds on the console's clock. */
  readonly resolvableAt: number;
  readonly isResolvable: boolean;
  /** Whether the viewing member's role allows them to resolve the attempt. */
  readonly canResolve: boolean;
}

/** Whether the attempt's result isn't known yet. */
export const isPending = ({ state }: Pick<Attempt, 'state'>): boolean =>
  state === 'open' || state === 'unknown';

/** Whether the attempt, while pending, keeps the campaign from being paid for or sent. */
export const isBlocking = ({ operation }: Pick<Attempt, 'operation'>): boolean =>
  lockScopeOf(operation) === 'mail';

export const hasBlockingAttempt = (attempts: readonly Attempt[]): boolean =>
  attempts.some((attempt) => isPending(attempt) && isBlocking(attempt));
