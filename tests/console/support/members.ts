/** Adds members to the console under test and runs work as a member. */
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { upsertMember } from '#lib/store/member-changes.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

/** A hash that doesn't match any password, for members who don't sign in with a password. */
const NO_PASSWORD = `scrypt$16$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export async function addMember(
  email: string,
  role: Role,
  passwordHash: string = NO_PASSWORD,
): Promise<MemberRow> {
  const db = await store();
  await upsertMember(db, { email, role, passwordHash });
  const row = await findMemberByEmail(db, email);
  if (!row) throw new Error('The member was not stored.');
  return row;
}

/** The headers of every test request. The forged host in these headers must not have any effect. */
const FORGED_HEADERS = {
  host: 'forged.example',
  'x-forwarded-host': 'forged.example',
  'x-forwarded-proto': 'https',
};

export type RunAs = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a function that runs `work` in a request with the member's session cookie. */
export async function asMember(member: MemberRow): Promise<RunAs> {
  const cookies = { [sessionCookie()]: await issueSessionToken(member) };
  return (work) => inRequest({ headers: FORGED_HEADERS, cookies }, work);
}

/** Like `asMember`, but in requests from a form on one of the console's pages. */
export async function asFormOf(email: string): Promise<RunAs> {
  const member = await findMemberByEmail(await store(), email);
  if (!member) throw new Error(`No member has the address ${email}.`);
  const cookies = { [sessionCookie()]: await issueSessionToken(member) };
  return (work) => inRequest({ headers: { origin: ORIGIN }, cookies }, work);
}

/** Adds a member with the role. Returns a function that runs `work` as the new member. */
export async function signInNewMember(role: Role, email = `${role}@mailroom.test`): Promise<RunAs> {
  return asMember(await addMember(email, role));
}

/** Runs `work` in a request without a session. */
export const signedOut: RunAs = (work) => inRequest({ headers: FORGED_HEADERS }, work);
