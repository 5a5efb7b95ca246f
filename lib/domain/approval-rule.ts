/** The team's rule about who must approve a campaign before members pay for and send it. */
import type { Checkout } from '#lib/contract/resources.ts';
import type { Approval, MemberDecision } from './approval.ts';
import { toMinorUnits } from './money.ts';

/**
 * Who must approve a campaign.
 * - guest: a guest who opened a share link.
 * - member: a second member, which is any member other than the one who pays or sends.
 */
export const APPROVAL_RULES = ['none', 'guest', 'member', 'both'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

/** The approvals that a campaign still needs. */
export type MissingApproval = Exclude<ApprovalRule, 'none'>;

export interface ApprovalSettings {
  readonly rule: ApprovalRule;
  /**
   * The lowest price to which the rule applies, in minor units such as cents. Null if the rule applies to
   * every campaign.
   */
  readonly minimum: number | null;
}

/**
 * Whether a campaign that needs approvals under `from` could need fewer approvals under `to`. A rule that
 * requires a different approval also counts as weaker, because campaigns might already have that approval.
 */
export function isWeakerApprovalRule(from: ApprovalSettings, to: ApprovalSettings): boolean {
  if (from.rule === 'none') return false;
  const asksForLess = to.rule !== 'both' && to.rule !== from.rule;
  return asksForLess || (to.minimum ?? 0) > (from.minimum ?? 0);
}

/**
 * Returns the rule that applies to a campaign with this checkout. If a price can't be read, the rule applies.
 * The sender's copy can change the price, so the rule applies if either price reaches the minimum.
 * @param jobTotal the total cost of the bulk job's campaigns, in minor units. Null if it isn't known. The rule also
 * applies if this total reaches the minimum. Undefined if there is no bulk job
 */
export function applicableRule(
  { rule, minimum }: ApprovalSettings,
  checkout: Pick<Checkout, 'with_sender' | 'without_sender'> | undefined,
  jobTotal?: number | null,
): ApprovalRule {
  if (minimum === null || checkout === undefined) return rule;
  if (jobTotal === null || (jobTotal !== undefined && jobTotal >= minimum)) return rule;
  const prices = [checkout.with_sender, checkout.without_sender].map(({ price }) => toMinorUnits(price));
  return prices.some((price) => price === undefined || price >= minimum) ? rule : 'none';
}

/** @param highestTotal the higher of the two totals, in minor units. Null if it isn't known. */
export const ruleForTotal = (
  { rule, minimum }: ApprovalSettings,
  highestTotal: number | null,
): ApprovalRule => (minimum === null || highestTotal === null || highestTotal >= minimum ? rule : 'none');

interface GivenApprovals {
  /** The approval state that results from the guests' decisions. */
  readonly guests: Approval;
  /** The members' decisions, newest first. */
  readonly members: readonly MemberDecision[];
}

/**
 * Returns the approvals that the rule still requires before this member can pay or send.
 * @param payerId the id of the member who pays or sends, or null if the member no longer exists
 */
export function missingApproval(
  rule: ApprovalRule,
  { guests, members }: GivenApprovals,
  payerId: string | null,
): ApprovalRule {
  const lacksGuest = needsGuest(rule) && guests.kind !== 'approved';
  const lacksMember = needsMember(rule) && !isApprovedByOther(members, payerId);
  if (lacksGuest && lacksMember) return 'both';
  return lacksGuest ? 'guest' : lacksMember ? 'member' : 'none';
}

/**
 * Whether a member other than the payer has approved the current content. Considers each member's latest
 * decision, except an approval by the payer. The newest of these decisions determines the result, so a later
 * change request overrides an approval.
 */
function isApprovedByOther(members: readonly MemberDecision[], payerId: string | null): boolean {
  if (payerId === null) return false;
  const counted = latestByMember(members).filter(
    ({ decision, memberId }) => memberId !== payerId || decision === 'changes',
  );
  return counted[0]?.decision === 'approved';
}

/**
 * Returns each member's latest decision about the current content, newest first. Omits members who have left
 * the team or can no longer approve.
 */
function latestByMember(members: readonly MemberDecision[]): readonly MemberDecision[] {
  const current = members.filter(({ isCurrent, mayApprove }) => isCurrent === true && mayApprove);
  return current.filter(
    ({ memberId }, index) => current.findIndex((other) => other.memberId === memberId) === index,
  );
}

/**
 * Whether the members' newest decision about the current content asks for changes. Ignores members who can no
 * longer approve.
 */
export const isChangeRequestedByMembers = (members: readonly MemberDecision[]): boolean =>
  latestByMember(members)[0]?.decision === 'changes';

/** Whether the rule requires an approval by a guest. */
export const needsGuest = (rule: ApprovalRule): boolean => rule === 'guest' || rule === 'both';

/** Whether the rule requires an approval by a second member. */
export const needsMember = (rule: ApprovalRule): boolean => rule === 'member' || rule === 'both';
