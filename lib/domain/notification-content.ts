/**
 * The content of notifications. Read when the notification is shown or emailed, so that it's current and
 * contains only what the reader is allowed to see. All times are in milliseconds since the epoch.
 */
import type { Campaign } from '#lib/contract/resources.ts';
import type { Decision } from './approval.ts';
import type { AttemptOperation } from './attempt.ts';
import type { JobKind, JobTotal } from './job.ts';
import type { Mismatch } from './mismatch.ts';
import type { NotificationEvent } from './notification.ts';
import type { Failure } from './outcome.ts';
import type { FactorChange } from './second-factor.ts';
import type { UnscheduledReason } from './unscheduled-reason.ts';

/** The campaign that a notification is about. */
export interface NotifiedCampaign {
  readonly id: number;
  /** The campaign's name, from `campaignName`. Undefined if the campaign has none. */
  readonly name: string | undefined;
  /** Whether Mailroom knows that the campaign was deleted. */
  readonly isDeleted: boolean;
}

export interface NotifiedAttempt {
  readonly operation: AttemptOperation;
  /** The email address of the member who started the attempt. */
  readonly by: string;
  readonly amount: string | null;
  readonly startedAt: number;
}

export interface NotifiedDecision {
  readonly decision: Decision;
  /** The guest entered the name, email address, and comment. */
  readonly name: string;
  readonly email: string;
  readonly comment: string | null;
  /** Whether the guest proved ownership of the email address. */
  readonly isVerified: boolean;
  readonly at: number;
}

interface Contents {
  readonly 'campaign.scheduled': {
    readonly campaign: NotifiedCampaign;
    readonly attempt: NotifiedAttempt;
    /** How the order differs from the order that the member agreed to. Null if it doesn't differ. */
    readonly mismatch: Mismatch | null;
    /** The send time that the mail service accepted at the time of the event. Null if it isn't known. */
    readonly acceptedTime: number | null;
    /**
     * The send time before a reschedule. Null if that time isn't known or the campaign wasn't rescheduled.
     */
    readonly movedFrom: number | null;
    /**
     * When production is currently scheduled to start. Null if the time isn't known, or production has
     * started.
     */
    readonly sendsAt: number | null;
    /** Whether the campaign was canceled after the event. */
    readonly isCanceled: boolean;
    /** The campaign as it was just read. Undefined if it wasn't read. */
    readonly reading?: Campaign | undefined;
  };
  readonly 'campaign.unscheduled': {
    readonly campaign: NotifiedCampaign;
    readonly attempt: NotifiedAttempt;
    /** The send times before and after the reschedule, in ISO 8601. */
    readonly oldTime: string | null;
    readonly newTime: string;
    /** Why the campaign wasn't scheduled again. Undefined while the outcome isn't certain. */
    readonly reason: UnscheduledReason | undefined;
    /** Whether the campaign was scheduled again after all. */
    readonly isScheduled: boolean;
  };
  readonly 'attempt.review_needed': {
    readonly campaign: NotifiedCampaign;
    readonly attempt: NotifiedAttempt;
    /** Whether the outcome is now known. */
    readonly isSettled: boolean;
  };
  readonly 'guest.decided': {
    readonly campaign: NotifiedCampaign;
    /** The share link's label. */
    readonly label: string;
    /** Each guest's latest decision, oldest first. At least one. */
    readonly decisions: readonly NotifiedDecision[];
  };
  readonly 'approval.requested': {
    readonly campaign: NotifiedCampaign;
    /** The email address of the member who requested the approval. */
    readonly by: string;
    readonly comment: string | null;
    readonly at: number;
    /** Whether a member has approved the same content since then. */
    readonly isApproved: boolean;
  };
  /** One notification for all of a job's requests. */
  readonly 'approvals.requested': {
    /** The job's number. */
    readonly id: number;
    /** The email address of the member who requested the approval. */
    readonly by: string;
    readonly comment: string | null;
    /** When the job last made a request. */
    readonly at: number;
    /** The number of drafts that no other member has approved since then. */
    readonly campaigns: number;
    readonly recipients: number;
    /** The prices of these drafts, added up for each currency, in minor units. */
    readonly totals: readonly Pick<JobTotal, 'currency' | 'campaigns' | 'price' | 'unpriced'>[];
    /** The first of these drafts. */
    readonly first: readonly {
      readonly id: number;
      /** The campaign's name, from `campaignName`. Undefined if the campaign has none. */
      readonly name: string | undefined;
      readonly price: string | null;
      readonly recipients: number | null;
    }[];
  };
  readonly 'campaign.due_unapproved': {
    readonly campaign: NotifiedCampaign;
    readonly sendsAt: number;
    /** Whether the campaign is still queued for that time, as far as Mailroom knows. */
    readonly isDue: boolean;
  };
  readonly 'campaign.paid_unsent': {
    readonly campaign: NotifiedCampaign;
    /** When Mailroom first saw that the campaign was paid and not sent. */
    readonly since: number;
    /** Whether the campaign is still paid and not sent, as far as Mailroom knows. */
    readonly isUnsent: boolean;
  };
  readonly 'payment_run.send_failed': {
    readonly campaign: NotifiedCampaign;
    /** The payment run's id. */
    readonly runId: number;
    /** Why the campaign wasn't scheduled. Null if a later reading only showed that it wasn't scheduled. */
    readonly failure: Failure | null;
    /** Whether the campaign was scheduled after all, or the server is trying to schedule it again. */
    readonly isOver: boolean;
    readonly at: number;
  };
  readonly 'job.ended': {
    readonly id: number;
    readonly kind: JobKind;
    /** The number of campaigns in each state. */
    readonly done: number;
    readonly refused: number;
    readonly unknown: number;
    /** The number of refused campaigns that were canceled and haven't been scheduled again. */
    readonly unscheduled: number;
    readonly at: number;
  };
  readonly 'job.stopped': {
    readonly id: number;
    readonly kind: JobKind;
    /** The email address of the member who created the job. */
    readonly by: string;
    /** The number of campaigns in the job, and how many of them weren't started. */
    readonly campaigns: number;
    readonly left: number;
    /** Whether the job is stopped. False if it was continued or has ended since then. */
    readonly isStopped: boolean;
    readonly at: number;
  };
  readonly 'service.key_rejected': { readonly at: number };
  readonly 'api_token.created': {
    readonly id: string;
    readonly name: string;
    /** The token's last characters. */
    readonly ending: string;
    readonly createdAt: number;
    readonly expiresAt: number;
  };
  readonly 'calendar_feed.created': {
    readonly name: string;
    readonly customerId: number | null;
    readonly createdAt: number;
  };
}

/** The content of a notification about this event. */
export type ContentOf<E extends NotificationEvent> = { readonly event: E } & (E extends keyof Contents
  ? Contents[E]
  : E extends FactorChange
    ? { readonly at: number }
    : never);

export type NotificationContent = { [E in NotificationEvent]: ContentOf<E> }[NotificationEvent];
