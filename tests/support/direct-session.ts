/** Signs members in without a password, in a process that has the console's settings and its database. */
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import type { Database } from '#lib/database/open.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';

/**
 * Starts a session for a member.
 * @returns the member, and the value of the Cookie header
 * @throws if no member has the email address
 */
export async function startDirectSession(
  db: Database,
  email: string,
): Promise<{ readonly member: MemberRow; readonly cookie: string }> {
  const member = await findMemberByEmail(db, email);
  if (!member) throw new Error(`No member has the address ${email}.`);
  return { member, cookie: `${sessionCookie()}=${await issueSessionToken(member)}` };
}
