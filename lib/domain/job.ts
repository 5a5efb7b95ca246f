/** Bulk jobs: one action on many campaigns, carried out one campaign at a time. */
import { MINUTE_MS } from '#lib/time-units.ts';
import type { ListedCampaign } from './campaign-list.ts';
import type { Failure } from './outcome.ts';
import { isAllowed, type Permission, type Role } from './permissions.ts';
import type { SendPlan } from './send-plan.ts';
import type { VisibleParts } from './share-link.ts';

/** The maximum number of campaigns in a job. */
export const MAX_JOB_ITEMS = 5_000;

/** The name of the lease for running jobs. */
export const JOBS_LEASE = 'jobs';

/** How long a review can be used to start a job. After this time, every campaign is read again. */
export const REVIEW_VALID_MS = 15 * MINUTE_MS;

/**
 * What a job does with each campaign.
 * - schedule: queues paid drafts (`paid`), or sends drafts on the monthly invoice (`invoice`).
 * - reschedule: changes the send time of queued campaigns. Each campaign is canceled, and then sent again.
 * - label: sets the title, the note, or both. `undefined` keeps a campaign's current value. Empty text deletes it.
 * - share: creates a share link for each campaign and emails the link to the campaign's customer.
 * - ask_approval: asks the other members who can approve to approve each draft.
 */
export type JobAction =
  | { readonly kind: 'schedule'; readonly payment: 'paid' | 'invoice'; readonly plan: SendPlan }
  | { readonly kind: 'reschedule'; readonly plan: SendPlan }
  | { readonly kind: 'cancel'; readonly reason?: string | undefined }
  | { readonly kind: 'copy' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'label'; readonly title?: string | undefined; readonly note?: string | undefined }
  | ({ readonly kind: 'share' } & ShareOptions)
  | { readonly kind: 'ask_approval'; readonly comment?: string | undefined };

/** The share link that each customer gets. */
export interface ShareOptions {
  /** The number of days until the link expires. */
  readonly days: number;
  readonly visibleParts: VisibleParts;
  readonly guestsDecide: boolean;
  /** The member's message in the email. */
  readonly message?: string | undefined;
}

export type JobKind = JobAction['kind'];
export const JOB_KINDS = [
  'schedule',
  'reschedule',
  'cancel',
  'copy',
  'delete',
  'label',
  'share',
  'ask_approval',
] as const satisfies readonly JobKind[];

/** Why actions can't be offered at all, whatever is selected. */
export type UnavailableKinds = Readonly<Partial<Record<JobKind, string>>>;

/** An action that assigns a send time to each campaign. */
export type PlannedAction = Extract<JobAction, { readonly plan: SendPlan }>;

export const hasSendPlan = (action: JobAction): action is PlannedAction =>
  action.kind === 'schedule' || action.kind === 'reschedule';

/** Returns the permission that a member needs to create the job, to start it, and to process each item. */
export function permissionFor(action: JobAction): Permission {
  switch (action.kind) {
    case 'schedule':
      return action.payment === 'invoice' ? 'sendCampaignOnInvoice' : 'sendCampaign';
    case 'reschedule':
      return 'rescheduleCampaign';
    case 'cancel':
      return 'cancelCampaign';
    case 'copy':
      return 'cloneCampaign';
    case 'delete':
      return 'deleteCampaign';
    case 'label':
      return 'editTitleAndNote';
    case 'share':
      return 'shareCampaign';
    case 'ask_approval':
      return 'sendCampaign';
  }
}

/**
 * A job's state.
 * - checking: each campaign is being read. If the job has been started before, only the remaining campaigns.
 * - ready_for_review: the member can look at the review and start the job.
 * - running: campaigns are being processed.
 * - stopping: calls in progress finish, and no new calls start.
 * - stopped: can be resumed.
 * - ended: every campaign is done, refused, or unknown. Refused campaigns can be retried.
 */
export type JobState = 'checking' | 'ready_for_review' | 'running' | 'stopping' | 'stopped' | 'ended';

/** Whether a job's campaigns are being read, or the job is waiting for a member to look at its review. */
export const isReview = (state: JobState): boolean => state === 'checking' || state === 'ready_for_review';

/**
 * Why a job's campaigns are checked again even though a member wanted to start the job.
 * - old_review: the review was more than 15 minutes old.
 * - newer_review: another check began after the member opened the review.
 * - resumed: the member wanted to resume the job, or to retry its refused campaigns, and the review was old.
 */
export const CHECK_REASONS = ['old_review', 'newer_review', 'resumed'] as const;
export type CheckReason = (typeof CHECK_REASONS)[number];

/**
 * The state of a campaign in a job.
 * - checking: not yet read for the review.
 * - left_out: the action doesn't apply. Nothing happens to the campaign.
 * - ready: no call has been made yet.
 * - started: a server has started processing the campaign.
 * - done, refused: the result is known.
 * - unknown: the call was made, but its outcome isn't known. The call is never repeated.
 */
export const JOB_ITEM_STATES = [
  'checking',
  'left_out',
  'ready',
  'started',
  'done',
  'refused',
  'unknown',
] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** Why a campaign was left out of a job. */
export type LeftOutReason =
  | 'not_paid'
  | 'paid_already'
  | 'already_queued'
  | 'not_draft'
  | 'not_queued'
  | 'window_closed'
  | 'same_send_time'
  | 'invoicing_off'
  | 'payment_unclear'
  | 'unknown_status'
  | 'missing'
  | 'no_customer'
  | 'no_email'
  | 'no_proof'
  | 'already_shared'
  | 'no_approval_needed'
  | 'approved_already'
  | 'asked_already'
  | 'waiting_for_guest'
  | 'waiting_for_member'
  | 'waiting_for_both'
  | 'changed_since_approval'
  | 'unread_approval'
  | 'in_progress'
  | 'unknown_outcome'
  | 'too_early'
  | 'too_late'
  | 'unread';

/**
 * Why a job stopped.
 * - member: a member stopped it. `stoppedBy` says who.
 * - lost_permission: the job's creator was disabled, or their role no longer allows the action.
 * - unscheduled: a campaign was canceled, and Mailroom couldn't schedule it again. The same could happen to
 *   the other campaigns.
 */
export type StopReason = 'member' | 'lost_permission' | 'unscheduled';

/** How many items are in each state. */
export type JobCounts = Readonly<Record<JobItemState, number>>;

/** Sums of the campaigns whose prices have the same currency. In minor units, such as cents. */
export interface JobTotal {
  readonly currency: string | null;
  readonly campaigns: number;
  readonly price: number;
  /** The sum at the time of selection. A price that wasn't known at that time is counted at its current value. */
  readonly priceAtSelection: number;
  /** The amount added to the monthly invoice. Zero for other actions. */
  readonly billed: number;
  /** The number of campaigns that the sums omit because their prices aren't clearly amounts. */
  readonly unpriced: number;
}

/** Returns the sums that contain at least one price. Other groups would look as if their campaigns were free. */
export const pricedTotals = <T extends Pick<JobTotal, 'campaigns' | 'unpriced'>>(
  totals: readonly T[],
): readonly T[] => totals.filter(({ campaigns, unpriced }) => campaigns > unpriced);

/** Returns the number of campaigns whose price isn't in the sums. */
export const countUnpriced = (totals: readonly Pick<JobTotal, 'unpriced'>[]): number =>
  totals.reduce((sum, { unpriced }) => sum + unpriced, 0);

/** The campaigns on one day in the plan's time zone. */
export interface JobDay {
  /** Such as "2026-11-26". */
  readonly day: string;
  readonly campaigns: number;
  readonly recipients: number;
  readonly totals: readonly { readonly currency: string | null; readonly price: number }[];
}

/** The totals of a job's items, not counting left-out items. */
export interface JobSummary {
  readonly campaigns: number;
  readonly customers: number;
  /** The number of email addresses that the campaigns are shared with. */
  readonly addresses: number;
  readonly recipients: number;
  readonly totals: readonly JobTotal[];
  /** The number of campaigns whose price changed between the selection and the review. */
  readonly changedPrices: number;
  /** In milliseconds since the epoch. Null if the action has no send times. */
  readonly firstSendAt: number | null;
  readonly lastSendAt: number | null;
  /** Days with campaigns, in order. The page adds the skipped days between them. */
  readonly days: readonly JobDay[];
  readonly leftOut: readonly { readonly reason: LeftOutReason; readonly campaigns: number }[];
}

/** A job in a list. Times are in milliseconds since the epoch. */
export interface JobListItem {
  readonly id: number;
  readonly action: JobAction;
  readonly state: JobState;
  /** The creator's email address when the job was created. */
  readonly by: string;
  readonly counts: JobCounts;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface Job extends JobListItem {
  readonly stopReason: StopReason | null;
  /** The email address of the member who stopped the job. */
  readonly stoppedBy: string | null;
  readonly stoppedAt: number | null;
  /** When all campaigns had been read for the review. Identifies the review that a member looked at. */
  readonly checkedAt: number | null;
  /** Whether the review is too old to start the job. If so, starting the job reads every campaign again. */
  readonly isReviewExpired: boolean;
  /**
   * The number of campaigns, which the member has to type before the job starts. Null if no number is
   * required.
   */
  readonly numberToType: number | null;
  /**
   * The estimated number of seconds until the job, or its check, ends. Null if there is no basis for an
   * estimate.
   */
  readonly secondsLeft: number | null;
  /** The number of campaigns that a reschedule canceled, and that haven't been scheduled again. */
  readonly unscheduled: number;
  /** Whether the member viewing the job created it. */
  readonly isOwn: boolean;
  readonly canStart: boolean;
  readonly canStop: boolean;
  readonly canDiscard: boolean;
  readonly canResume: boolean;
  /** The number of refused campaigns that the member can retry and for which a retry may succeed. */
  readonly retryable: number;
}

/** A campaign in a job. */
export interface JobItem {
  readonly position: number;
  readonly campaignId: number;
  /** The campaign's current values in the campaign index. Undefined if the index doesn't contain the campaign. */
  readonly listed: ListedCampaign | undefined;
  readonly state: JobItemState;
  readonly leftOut: LeftOutReason | null;
  /** In milliseconds since the epoch. */
  readonly sendAt: number | null;
  /** The send time in the review, in milliseconds since the epoch. Set only if the action is `reschedule`. */
  readonly previousSendAt: number | null;
  /** Whether a reschedule canceled the campaign, and the campaign hasn't been scheduled again. */
  readonly isUnscheduled: boolean;
  /** The price in the review and the price at selection, as formatted by the service. */
  readonly price: string | null;
  readonly priceAtSelection: string | null;
  readonly recipients: number | null;
  /** The customer's email address in the review, if the action is `share`. */
  readonly email: string | null;
  /** Why the item was refused. Null if it was a later reading that showed that nothing happened. */
  readonly failure: Failure | null;
  /** The id of the copy, if the action is `copy`. */
  readonly copyId: number | null;
  readonly startedAt: number | null;
  readonly settledAt: number | null;
}

/**
 * Whether a member is allowed to stop the job or discard its review. The creator and all admins are allowed
 * to.
 */
export const mayStopJob = (
  { memberId }: { readonly memberId: string | null },
  member: { readonly id: string; readonly role: Role },
): boolean => memberId === member.id || isAllowed(member.role, 'manageTeam');

/** Returns how many items are finished: done, refused, or unknown. */
export const finishedItems = ({ done, refused, unknown }: JobCounts): number => done + refused + unknown;

/** Returns how many items still have to be processed. */
export const itemsLeft = ({ ready, started }: JobCounts): number => ready + started;

/**
 * While the job waits for a member to start it, returns how many items the job will work on. Otherwise,
 * returns how many items it has, not counting left-out items.
 */
export const reviewedItems = ({ state, counts }: Pick<JobListItem, 'state' | 'counts'>): number =>
  state === 'ready_for_review' ? counts.ready : includedItems(counts);

/** Returns how many items the job has, not counting left-out items. */
export const includedItems = (counts: JobCounts): number =>
  counts.checking + itemsLeft(counts) + finishedItems(counts);
