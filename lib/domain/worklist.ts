/** The contents of the overview's worklists, whether read from the campaign index or the mail service. */
import type { Approval } from './approval.ts';
import type { MissingApproval } from './approval-rule.ts';
import type { ListedCampaign, ListTotal } from './campaign-list.ts';

export const WORKLISTS = ['going_out', 'paid', 'ready', 'approval', 'guests', 'production'] as const;
export type WorklistName = (typeof WORKLISTS)[number];

export interface WorklistEntry {
  readonly listed: ListedCampaign;
  /** The approval state that results from the guests' decisions. */
  readonly approval: Approval;
  /** The approvals that a draft needs before the signed-in member can pay for it and send it. */
  readonly missing: MissingApproval | 'none';
  /**
   * Whether a draft would still lack an approval if it were paid for and sent by a member who made no
   * decision.
   */
  readonly isUnapproved: boolean;
  /**
   * Among the members who can approve, whether the latest decision about the current content is a change
   * request.
   */
  readonly isChangeRequested: boolean;
}

export interface Worklist {
  /** The first campaigns of the list. */
  readonly entries: readonly WorklistEntry[];
  /** The number of campaigns in the list. Undefined if only the newest campaigns were checked. */
  readonly count: number | undefined;
  /** Sums by currency. Undefined if any campaign in the list wasn't read. */
  readonly totals: readonly ListTotal[] | undefined;
  /** Whether more campaigns match than were counted, so the counts are too low. */
  readonly isPartial: boolean;
}

export type Worklists = Readonly<Record<WorklistName, Worklist>>;
