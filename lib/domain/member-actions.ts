/** The changes that an admin can make to another member. */
import { isAllowed, isHigherRole, isRole, type Permission, type Role } from './permissions.ts';

/** The names of the actions. `viewer`, `sender`, and `admin` change the member's role. */
export const MEMBER_ACTIONS = [
  'viewer',
  'sender',
  'admin',
  'sign_out',
  'reset_factors',
  'enable',
  'disable',
] as const;

export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** The member that an action applies to. */
export interface ActionTarget {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly disabledAt: number | null;
  readonly hasFactor: boolean;
}

/** A member's open share links and invitations, and who can take over the links. */
export interface MemberLinks {
  readonly openLinks: readonly OpenLink[];
  readonly openInvitations: readonly SentInvitation[];
  readonly linkRecipients: readonly LinkRecipient[];
}

export interface OpenLink {
  readonly id: string;
  readonly label: string;
  readonly campaignId: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

interface SentInvitation {
  readonly id: string;
  /** The invited person's email address. */
  readonly email: string;
  readonly role: string;
}

/** A member to whom share links can be transferred. */
type LinkRecipient = Pick<ActionTarget, 'id' | 'email' | 'name'>;

export const isMemberAction = (text: unknown): text is MemberAction =>
  MEMBER_ACTIONS.some((action) => action === text);

/**
 * Returns true if the action changes the member's role or disables the member, and leaves the member without
 * the permission. Returns false for all other actions.
 */
export function endsPermission(
  action: MemberAction,
  { role, disabledAt }: Pick<ActionTarget, 'role' | 'disabledAt'>,
  permission: Permission,
): boolean {
  if (action === 'sign_out' || action === 'enable' || action === 'reset_factors') return false;
  const nextRole = action === 'disable' ? role : action;
  const isDisabled = action === 'disable' || disabledAt !== null;
  return isDisabled || !isRole(nextRole) || !isAllowed(nextRole, permission);
}

/**
 * Whether the action gives a member with this role more access, or lets the member sign in without a second
 * factor. Such an action requires the admin to have confirmed their identity recently.
 */
export function widensAccess(action: MemberAction, role: Role): boolean {
  if (isRole(action)) return isHigherRole(action, role);
  return action === 'enable' || action === 'reset_factors';
}

/** Whether the action would change the member. */
export function isApplicable(action: MemberAction, { role, disabledAt, hasFactor }: ActionTarget): boolean {
  if (action === 'reset_factors') return hasFactor;
  if (action === 'enable') return disabledAt !== null;
  if (action === 'disable' || action === 'sign_out') return disabledAt === null;
  return action !== role;
}
