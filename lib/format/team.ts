/** Text about roles and members. */
import type { MemberAction } from '#lib/domain/member-actions.ts';

type RoleName = Extract<MemberAction, 'viewer' | 'sender' | 'admin'>;

/** What each role can do, worded to follow "can". */
export const ROLE_PERMISSIONS: Readonly<Record<RoleName, string>> = {
  viewer: 'view everything',
  sender: 'view, check out, pay, send, cancel, copy, and share',
  admin: 'do everything, including managing the team',
};

export const ROLE_NAMES: readonly RoleName[] = ['viewer', 'sender', 'admin'];

/** Returns "a viewer" or "an admin". */
export const roleWithArticle = (role: string): string => `${role === 'admin' ? 'an' : 'a'} ${role}`;

/** Returns the member's name, or their email address if they don't have a name. */
export const memberName = ({
  name,
  email,
}: {
  readonly name: string | null;
  readonly email: string;
}): string => name ?? email;
