import 'server-only';
import { cookies } from 'next/headers';
import type { MemberRow } from '#lib/store/members.ts';
import { issueToken, SESSION_SECONDS, secureCookies, sessionCookie } from './session-token.ts';

/** The same when it is taken away: without Secure a browser keeps a cookie whose name begins with __Secure-. */
const attributes = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies() }) as const;

/** Signs this browser in as the member, whoever it was signed in as before. */
export async function startSession(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Promise<void> {
  (await cookies()).set(sessionCookie(), await issueToken(member), {
    ...attributes(),
    maxAge: SESSION_SECONDS,
  });
}

/** Signs this browser out, and no other. */
export async function endSession(): Promise<void> {
  (await cookies()).set(sessionCookie(), '', { ...attributes(), maxAge: 0 });
}
