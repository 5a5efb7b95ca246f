/** Guests' decisions about a proof, and whether the campaign is approved. */

export type Decision = 'approved' | 'changes';

/** What a guest decided, as the team sees it. Everything but the verdict and the moment is the guest's own words. */
export interface GuestDecision {
  readonly id: string;
  readonly campaignId: number;
  readonly decision: Decision;
  readonly name: string;
  readonly email: string;
  readonly comment: string | null;
  /** Milliseconds. */
  readonly at: number;
  /** The label of the link that it was made through. */
  readonly linkLabel: string;
  /** Whether it is about what would be printed now. Null when that can't be told just now. */
  readonly isCurrent: boolean | null;
}

/**
 * How a campaign stands with its guests. void: what the last one decided about is no longer what would be printed.
 * unread: what would be printed can't be read just now.
 */
export type Approval =
  | { readonly kind: 'none' }
  | { readonly kind: 'approved' | 'changes' | 'void' | 'unread'; readonly decision: GuestDecision };

/** @param decisions newest first. The last one about this very content counts; one about another is only remembered. */
export function approvalOf(decisions: readonly GuestDecision[]): Approval {
  const [latest] = decisions;
  if (!latest) return { kind: 'none' };
  const decision = decisions.find(({ isCurrent: holds }) => holds === true);
  if (decision) return { kind: decision.decision, decision };
  return { kind: latest.isCurrent === null ? 'unread' : 'void', decision: latest };
}
