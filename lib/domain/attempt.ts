/** An attempt at an irreversible operation on a campaign. */
import type { OperationName } from '#lib/contract/operations.ts';
import type { Campaign, PriceBlock } from '#lib/contract/resources.ts';
import type { SettledBy } from './activity.ts';
import type { AgreedOrder, Mismatch } from './mismatch.ts';
import type { UnscheduledReason } from './unscheduled-reason.ts';

/**
 * The irreversible operations. Each call to an irreversible operation is an attempt. A reschedule is one attempt
 * that makes two calls, because the interface has no operation that changes a send time.
 */
export type AttemptOperation =
  | Extract<
      OperationName,
      | 'payCampaign'
      | 'payAndSendCampaign'
      | 'sendCampaign'
      | 'sendCampaignOnInvoice'
      | 'cancelCampaign'
      | 'cloneCampaign'
      | 'deleteCampaign'
    >
  | 'rescheduleCampaign';

/** The operations that can send a canceled campaign again. */
export type ResendOperation = Extract<AttemptOperation, 'sendCampaign' | 'sendCampaignOnInvoice'>;

/** The plan and progress of a reschedule. */
export interface Reschedule {
  /** The requested send time, in ISO 8601 with a time zone. */
  readonly sendAt: string;
  readonly resend: ResendOperation;
  /**
   * The attempt's current part. Stored before the part's call is made. If the part of a refused attempt is
   * `send`, the campaign was canceled but not sent again.
   */
  readonly part: 'cancel' | 'send';
  /** The campaign's state after the cancellation, if known. Set only in the second part. */
  readonly canceled?: CampaignSnapshot | null;
  /** Set if the campaign was canceled and not sent again. */
  readonly reason?: UnscheduledReason;
  /** Set if a member dismissed the message that the campaign isn't scheduled. */
  readonly isDismissed?: true;
}

/**
 * A lock's scope. A campaign has one lock per scope. An open or unknown attempt holds the lock. For example,
 * while a payment's outcome is unknown, members can't pay for the campaign another way, send it, or delete
 * it. Cloning has its own scope, because cloning doesn't change the campaign.
 */
export type LockScope = 'mail' | 'copy';

export const lockScopeOf = (operation: AttemptOperation): LockScope =>
  operation === 'cloneCampaign' ? 'copy' : 'mail';

/** The kind of work that makes an attempt on a member's behalf: a bulk job or a payment run. */
export type ItemKind = 'job' | 'payment_run';

/**
 * An attempt's state.
 * - open: the attempt is in progress.
 * - done, refused: the result is known.
 * - unknown: the console made the call, but the response was lost. The console settles the attempt by reading
 *   the campaign back, or a member settles it. The call is never repeated.
 */
export type AttemptState = 'open' | 'done' | 'refused' | 'unknown';

/**
 * The state that a campaign was in when the console read it. Includes amounts only if the console also read
 * checkout. Amounts are as formatted by the service.
 */
export interface CampaignSnapshot {
  readonly status: string | null;
  readonly scheduledAt: string | null;
  /**
   * When the campaign was last changed, according to the service. Missing from snapshots made by older
   * releases.
   */
  readonly updatedAt?: string | null;
  readonly alreadyPaid?: string;
  readonly toBePaid?: string;
  /** The order that the member agreed to. Set only in the state before a payment or a mailing. */
  readonly order?: AgreedOrder;
}

export function snapshotCampaign(
  { status, scheduled_at, updated_at }: Pick<Campaign, 'status' | 'scheduled_at' | 'updated_at'>,
  price?: Pick<PriceBlock, 'already_paid' | 'to_be_paid'>,
): CampaignSnapshot {
  return {
    status: status ?? null,
    scheduledAt: scheduled_at ?? null,
    updatedAt: updated_at ?? null,
    ...(price && { alreadyPaid: price.already_paid, toBePaid: price.to_be_paid }),
  };
}

/** What Mailroom stores about a successful attempt. */
export interface AttemptResult {
  /** For payCampaign, the payment link. */
  readonly link?: string;
  /** For cloneCampaign, the copy's id. */
  readonly campaignId?: number;
  /** How the order that was paid for or sent differs from the order that the member agreed to. */
  readonly mismatch?: Mismatch;
}

export interface Attempt {
  readonly id: string;
  readonly campaignId: number;
  readonly operation: AttemptOperation;
  readonly state: AttemptState;
  /** The email address of the member who made the attempt. */
  readonly by: string;
  /**
   * The amount that the member agreed to pay or to have billed on the monthly invoice, as formatted by the
   * service. For a call without an agreed amount, the amount that was due. If the service charged or billed
   * another price, the actual amount, or null if that amount isn't known.
   */
  readonly amount: string | null;
  /** How the order that was paid for or sent differs from the order that the member agreed to, if at all. */
  readonly mismatch: Mismatch | null;
  /** Set only for `rescheduleCampaign`. */
  readonly reschedule: Reschedule | null;
  /** Milliseconds since the epoch, on the database's clock. */
  readonly startedAt: number;
  readonly settledAt: number | null;
  /**
   * When the console first saw that the payment by link had been made. For payCampaign, the `done` state
   * means only that the link was created.
   */
  readonly paidAt: number | null;
  readonly settledBy: SettledBy | null;
  /** The email address of the member who resolved the attempt. Null if no member resolved the attempt. */
  readonly settledByMember: string | null;
  /** The campaign's state just before the call. */
  readonly before: CampaignSnapshot | null;
  /** The campaign's state when the console last read it after the response was lost. */
  readonly lastReading: CampaignSnapshot | null;
  readonly readAt: number | null;
  /** Whether the attempt has been unknown for so long that a member must resolve it. */
  readonly needsReview: boolean;
  /** The earliest time at which a member can resolve the attempt, in milliseconds on the console's clock. */
  readonly resolvableAt: number;
  readonly isResolvable: boolean;
  /** Whether the member viewing the page has a role that can resolve the attempt. */
  readonly canResolve: boolean;
  /**
   * Whether the member viewing the page made the attempt by submitting a form. False for the member's bulk jobs,
   * scheduled payment runs, and API tokens.
   */
  readonly isOwn: boolean;
}

/** Whether the attempt is open or unknown. */
export const isPending = ({ state }: Pick<Attempt, 'state'>): boolean =>
  state === 'open' || state === 'unknown';

/** Whether the attempt, while pending, keeps members from paying for or sending the campaign. */
export const isBlocking = ({ operation }: Pick<Attempt, 'operation'>): boolean =>
  lockScopeOf(operation) === 'mail';

export const hasBlockingAttempt = (attempts: readonly Attempt[]): boolean =>
  attempts.some((attempt) => isPending(attempt) && isBlocking(attempt));

/**
 * Whether a pending attempt keeps the viewing member from using a form that pays for, sends, or reschedules the
 * campaign. The member's own open attempt doesn't, because the form that made it must stay on the page to show
 * the outcome. If the campaign's status no longer allows the form, every pending attempt does, because the
 * status might change when the attempt ends.
 * @param isAllowed whether the campaign's status allows the form
 */
export const isFormBlocked = (attempts: readonly Attempt[], isAllowed: boolean): boolean =>
  hasBlockingAttempt(
    isAllowed ? attempts.filter(({ state, isOwn }) => !(state === 'open' && isOwn)) : attempts,
  );

/** For a reschedule, the operation that sends the campaign again. Otherwise, the attempt's only operation. */
export const finalOperation = ({
  operation,
  reschedule,
}: Pick<Attempt, 'operation' | 'reschedule'>): AttemptOperation =>
  operation === 'rescheduleCampaign' && reschedule !== null ? reschedule.resend : operation;

/** Whether the attempt canceled the campaign but didn't send it again. */
export const isUnscheduled = ({
  state,
  reschedule,
}: {
  readonly state: AttemptState;
  readonly reschedule: Reschedule | null;
}): boolean => state === 'refused' && reschedule?.part === 'send';
