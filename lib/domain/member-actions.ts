/** What an admin can do to a member. */

/** What can be done about members, and how roles are told. */

/** The first three give the member that role. */
export const MEMBER_ACTIONS = ['viewer', 'sender', 'admin', 'sign_out', 'enable', 'disable'] as const;

export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** The member that something is done about. */
export interface ActionTarget {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly disabledAt: number | null;
}

export const isMemberAction = (text: unknown): text is MemberAction =>
  MEMBER_ACTIONS.some((deed) => deed === text);

/** Whether there is anything to do: nobody is made what they are. */
export function isApplicable(deed: MemberAction, { role, disabledAt }: ActionTarget): boolean {
  if (deed === 'enable') return disabledAt !== null;
  if (deed === 'disable' || deed === 'sign_out') return disabledAt === null;
  return deed !== role;
}
