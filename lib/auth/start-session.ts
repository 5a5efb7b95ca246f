import 'server-only';
import { cookies } from 'next/headers';
import type { MemberRow } from '#lib/store/members.ts';
import { issueSessionToken, SESSION_SECONDS, secureCookies, sessionCookie } from './session-token.ts';

/**
 * The attributes for setting and deleting the session cookie. Deleting the cookie also requires the
 * attributes, because browsers ignore a __Secure- cookie without the Secure attribute.
 */
const cookieAttributes = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies() }) as const;

/** Signs the member in to this browser. Replaces any earlier session. */
export async function startSession(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Promise<void> {
  (await cookies()).set(sessionCookie(), await issueSessionToken(member), {
    ...cookieAttributes(),
    maxAge: SESSION_SECONDS,
  });
}

/** Signs the member out of this browser. Sessions in other browsers continue. */
export async function endSession(): Promise<void> {
  (await cookies()).set(sessionCookie(), '', { ...cookieAttributes(), maxAge: 0 });
}
