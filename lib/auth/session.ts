import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { loginPath, PATH_HEADER, safeCallbackPath } from '#lib/http/callback-url.ts';
import { findMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { type Claims, openSessionToken, sessionCookie } from './session-token.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** An IANA zone. Null to use the browser's time zone. */
  readonly timeZone: string | null;
}

/** Returns a session's member. Null if the member was disabled or deleted, or the session has been ended. */
export async function findSessionMember(claims: Claims): Promise<Member | null> {
  const row = await findMember(await store(), claims.sub);
  if (!row || row.disabledAt || row.sessionsFrom.getTime() !== claims.epoch) return null;
  const { id, email, name, role, timeZone } = row;
  return { id, email, name, role, timeZone };
}

/**
 * Returns the signed-in member, or null. Reads the member's row once per request, so changes take effect immediately.
 */
export const getMember = cache(async (): Promise<Member | null> => {
  const cookie = (await cookies()).get(sessionCookie())?.value;
  const claims = cookie === undefined ? null : await openSessionToken(cookie);
  return claims && findSessionMember(claims);
});

/**
 * Returns the signed-in member. If there is none, redirects to /login, which redirects back to the requested path after
 * sign-in.
 */
export async function requireMember(): Promise<Member> {
  const member = await getMember();
  if (member) return member;
  redirect(loginPath(safeCallbackPath((await headers()).get(PATH_HEADER), env().origin)));
}
