/** What can be done about members, and how roles are told. */

/** The first three give the member that role. */
import type { MemberAction } from '#lib/domain/member-actions.ts';

type RoleName = Extract<MemberAction, 'viewer' | 'sender' | 'admin'>;

/** What each role may do, so that it can follow "may". */
export const ROLE_MAY: Readonly<Record<RoleName, string>> = {
  viewer: 'view everything',
  sender: 'view, check out, pay, send, cancel, copy, and share',
  admin: 'do everything and manage the team',
};

export const ROLE_NAMES: readonly RoleName[] = ['viewer', 'sender', 'admin'];

/** "a viewer", "an admin". */
export const aRole = (role: string): string => `${role === 'admin' ? 'an' : 'a'} ${role}`;

/** What a member is called: their name, or else their address. */
export const nameOf = ({ name, email }: { readonly name: string | null; readonly email: string }): string =>
  name ?? email;
