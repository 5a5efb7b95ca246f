/** Guests' and members' decisions about a proof, and the resulting approval state of the campaign. */

export type Decision = 'approved' | 'changes';

/**
 * A guest's decision as shown to the team. The name, email address, and comment are as entered by the guest.
 */
export interface GuestDecision {
  readonly id: string;
  readonly campaignId: number;
  readonly decision: Decision;
  readonly name: string;
  readonly email: string;
  readonly comment: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The label of the share link that the guest used. */
  readonly linkLabel: string;
  /** Whether the guest proved ownership of the email address. Only verified decisions count. */
  readonly isVerified: boolean;
  /**
   * Whether the decision covers the content that would be printed now. Null if the console can't read the
   * content.
   */
  readonly isCurrent: boolean | null;
}

/** A member's decision as shown to the team. */
export interface MemberDecision {
  readonly id: string;
  readonly campaignId: number;
  readonly decision: Decision;
  /** The member's id. Null if the member was deleted. */
  readonly memberId: string | null;
  /** The email address that the member had at the time of the decision. */
  readonly by: string;
  readonly comment: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether the decision counts, because the member is enabled and has a role that can approve. */
  readonly mayApprove: boolean;
  /**
   * Whether the decision covers the content that would be printed now. Null if the console can't read the
   * content.
   */
  readonly isCurrent: boolean | null;
}

/**
 * The approval state that results from guests' decisions.
 * - unverified: guests have decided about the current content, but none of them has proved ownership of an
 *   email address.
 * - void: the content has changed since the latest decision.
 * - unread: the console can't read the content that would be printed.
 */
export type Approval =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'approved' | 'changes' | 'unverified' | 'void' | 'unread';
      readonly decision: GuestDecision;
    };

/**
 * Returns a campaign's approval state. The latest verified decision about the current content determines the
 * approval state.
 * @param decisions the campaign's decisions, newest first
 */
export function approvalOf(decisions: readonly GuestDecision[]): Approval {
  const [latest] = decisions;
  if (!latest) return { kind: 'none' };
  const current = decisions.filter(({ isCurrent }) => isCurrent === true);
  const decision = current.find(({ isVerified }) => isVerified);
  if (decision) return { kind: decision.decision, decision };
  const [unverified] = current;
  if (unverified) return { kind: 'unverified', decision: unverified };
  return { kind: latest.isCurrent === null ? 'unread' : 'void', decision: latest };
}

/**
 * Whether members should look at the latest decision, because a guest requests changes, the content has
 * changed, or the console can't read the content. An unverified approval doesn't need attention.
 */
export function needsAttention(approval: Approval): boolean {
  if (approval.kind === 'none' || approval.kind === 'approved') return false;
  return approval.kind !== 'unverified' || approval.decision.decision === 'changes';
}
