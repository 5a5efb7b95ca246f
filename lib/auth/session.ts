import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { loginPath, PATH_HEADER, safeCallbackPath } from '#lib/http/callback-url.ts';
import { memberById } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { type Claims, openToken, sessionCookie } from './session-token.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** An IANA zone, or null when the member chose none. */
  readonly timeZone: string | null;
}

/** The member of a session, as the row says now; null when disabled, gone, or with another password since. */
export async function memberOf(claims: Claims): Promise<Member | null> {
  const row = await memberById(await store(), claims.sub);
  if (!row || row.disabledAt || row.sessionsFrom.getTime() !== claims.epoch) return null;
  const { id, email, name, role, timeZone } = row;
  return { id, email, name, role, timeZone };
}

/** The signed-in member, or null. The members row is read at each request: a removed member is nobody at once. */
export const getMember = cache(async (): Promise<Member | null> => {
  const cookie = (await cookies()).get(sessionCookie())?.value;
  const claims = cookie === undefined ? null : await openToken(cookie);
  return claims && memberOf(claims);
});

/** The signed-in member; redirects to /login, and from there back to the path asked for, when there is none. */
export async function requireMember(): Promise<Member> {
  const member = await getMember();
  if (member) return member;
  redirect(loginPath(safeCallbackPath((await headers()).get(PATH_HEADER), env().origin)));
}
