import 'server-only';
import { cookies } from 'next/headers';
import type { MemberRow } from '../store/members.ts';
import { issueToken, SESSION_SECONDS, secureCookies, sessionCookie } from './session-token.ts';

/** Signs this browser in as the member, whoever it was signed in as before. */
export async function startSession(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Promise<void> {
  (await cookies()).set(sessionCookie(), await issueToken(member), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: secureCookies(),
    maxAge: SESSION_SECONDS,
  });
}

/** Signs this browser out, and no other. */
export async function endSession(): Promise<void> {
  (await cookies()).delete(sessionCookie());
}
