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
  /** An IANA time zone name. Null means the browser's time zone. */
  readonly timeZone: string | null;
  /** The locale that dates are formatted for, such as "en-GB". Null means the browser's language. */
  readonly dateLocale: string | null;
}

/**
 * Returns the member who is signed in with a session. Returns null if the session is no longer valid, or if
 * the member was disabled or deleted.
 */
export async function findSessionMember(claims: Claims): Promise<Member | null> {
  const row = await findMember(await store(), claims.sub);
  if (!row || row.disabledAt || row.sessionsFrom.getTime() !== claims.epoch) return null;
  const { id, email, name, role, timeZone, dateLocale } = row;
  return { id, email, name, role, timeZone, dateLocale };
}

/**
 * Returns the signed-in member. Returns null if no member is signed in. Reads the member's row in every
 * request, so changes take effect immediately.
 */
export const getMember = cache(async (): Promise<Member | null> => {
  const cookie = (await cookies()).get(sessionCookie())?.value;
  const claims = cookie === undefined ? null : await openSessionToken(cookie);
  return claims && findSessionMember(claims);
});

/**
 * Returns the signed-in member. If no member is signed in, redirects to /login. After sign-in, /login
 * redirects back to the requested path.
 */
export async function requireMember(): Promise<Member> {
  const member = await getMember();
  if (member) return member;
  redirect(loginPath(safeCallbackPath((await headers()).get(PATH_HEADER), env().origin)));
}
