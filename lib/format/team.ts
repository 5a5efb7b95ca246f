/** What can be done about members, and how roles are told. */

/** The first three give the member that role. */
export const MEMBER_DEEDS = ['viewer', 'sender', 'admin', 'sign_out', 'enable', 'disable'] as const;
export type MemberDeed = (typeof MEMBER_DEEDS)[number];

type RoleName = Extract<MemberDeed, 'viewer' | 'sender' | 'admin'>;

/** What each role may do, so that it can follow "may". */
export const ROLE_MAY: Readonly<Record<RoleName, string>> = {
  viewer: 'look at everything',
  sender: 'look, check out, pay, send, cancel, copy and share',
  admin: 'do everything, and look after the team',
};

export const ROLE_NAMES: readonly RoleName[] = ['viewer', 'sender', 'admin'];

/** "a viewer", "an admin". */
export const aRole = (role: string): string => `${role === 'admin' ? 'an' : 'a'} ${role}`;

/** What a member is called: their name, or else their address. */
export const nameOf = ({ name, email }: { readonly name: string | null; readonly email: string }): string =>
  name ?? email;

/** The member that something is done about. */
export interface Subject {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly disabledAt: number | null;
}

export const isMemberDeed = (text: unknown): text is MemberDeed => MEMBER_DEEDS.some((deed) => deed === text);

/** Whether there is anything to do: nobody is made what they are. */
export function fits(deed: MemberDeed, { role, disabledAt }: Subject): boolean {
  if (deed === 'enable') return disabledAt !== null;
  if (deed === 'disable' || deed === 'sign_out') return disabledAt === null;
  return deed !== role;
}
