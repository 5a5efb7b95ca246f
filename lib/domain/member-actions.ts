/** The changes that an admin can make to another member. */

/** The names of the actions. `viewer`, `sender`, and `admin` change the member's role. */
export const MEMBER_ACTIONS = ['viewer', 'sender', 'admin', 'sign_out', 'enable', 'disable'] as const;

export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** The member that an action applies to. */
export interface ActionTarget {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly disabledAt: number | null;
}

export const isMemberAction = (text: unknown): text is MemberAction =>
  MEMBER_ACTIONS.some((action) => action === text);

/** Whether the action would change the member. */
export function isApplicable(action: MemberAction, { role, disabledAt }: ActionTarget): boolean {
  if (action === 'enable') return disabledAt !== null;
  if (action === 'disable' || action === 'sign_out') return disabledAt === null;
  return action !== role;
}
