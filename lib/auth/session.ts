import 'server-only';
import type { Role } from './roles.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** An IANA zone, or null when the member chose none. */
  readonly timeZone: string | null;
}

/** The signed-in member, or null. The members row is read at each request: a removed member is nobody at once. */
export async function getMember(): Promise<Member | null> {
  throw new Error('session');
}

/** The signed-in member; redirects to /login, and from there back to the path asked for, when there is none. */
export async function requireMember(): Promise<Member> {
  throw new Error('session');
}
