/** Formats text about roles and members. */
import type { MemberAction } from '#lib/domain/member-actions.ts';

type RoleName = Extract<MemberAction, 'viewer' | 'sender' | 'admin'>;

/** For each role, a phrase that completes the sentence "Members with this role can …". */
export const ROLE_PERMISSIONS: Readonly<Record<RoleName, string>> = {
  viewer: 'view everything',
  sender: 'approve, pay for, send, cancel, copy, and share campaigns, and view everything else',
  admin: 'do everything, including managing the team',
};

export const ROLE_NAMES: readonly RoleName[] = ['viewer', 'sender', 'admin'];

/** Returns a role with its article, such as "a viewer" or "an admin". */
export const roleWithArticle = (role: string): string => `${role === 'admin' ? 'an' : 'a'} ${role}`;

/** Returns the member's name, or their email address if no name is known. */
export const memberName = ({
  name,
  email,
}: {
  readonly name: string | null;
  readonly email: string;
}): string => name ?? email;
