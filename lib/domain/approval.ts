/** Guests' decisions about a proof, and whether the campaign is approved. */

export type Decision = 'approved' | 'changes';

/** A guest's decision as the team sees it. The guest entered the name, email, and comment. */
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
  /** Whether the decision covers the content that would be printed now. Null if that content can't be read. */
  readonly isCurrent: boolean | null;
}

/**
 * A campaign's approval state.
 * - void: the content has changed since the latest decision.
 * - unread: the content that would be printed can't be read.
 */
export type Approval =
  | { readonly kind: 'none' }
  | { readonly kind: 'approved' | 'changes' | 'void' | 'unread'; readonly decision: GuestDecision };

/**
 * Returns the approval that results from the latest decision about the current content.
 * @param decisions newest first
 */
export function approvalOf(decisions: readonly GuestDecision[]): Approval {
  const [latest] = decisions;
  if (!latest) return { kind: 'none' };
  const decision = decisions.find(({ isCurrent }) => isCurrent === true);
  if (decision) return { kind: decision.decision, decision };
  return { kind: latest.isCurrent === null ? 'unread' : 'void', decision: latest };
}
