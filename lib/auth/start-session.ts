import 'server-only';
import { cookies } from 'next/headers';
import type { MemberRow } from '#lib/store/members.ts';
import { issueSessionToken, SESSION_SECONDS, secureCookies, sessionCookie } from './session-token.ts';

/**
 * The deletion of the cookie needs these attributes too, because browsers ignore a __Secure- cookie that is
 * set without Secure.
 */
const cookieAttributes = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies() }) as const;

/** Signs this browser in as the member, replacing any earlier session. */
export async function startSession(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Promise<void> {
  (await cookies()).set(sessionCookie(), await issueSessionToken(member), {
    ...cookieAttributes(),
    maxAge: SESSION_SECONDS,
  });
}

/** Signs only this browser out. */
export async function endSession(): Promise<void> {
  (await cookies()).set(sessionCookie(), '', { ...cookieAttributes(), maxAge: 0 });
}
