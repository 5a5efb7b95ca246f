/** Members of a console under test, and things done in their name. */

import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { type MemberRow, memberByEmail, putMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { inRequest } from './request.ts';

/** A hash that no password fits: for members who don't sign in with one. */
const NO_PASSWORD = `scrypt$32768$8$3$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export async function addMember(
  email: string,
  role: Role,
  passwordHash: string = NO_PASSWORD,
): Promise<MemberRow> {
  const db = await store();
  await putMember(db, { email, role, passwordHash });
  const row = await memberByEmail(db, email);
  if (!row) throw new Error('The member was not stored.');
  return row;
}

/** Whoever forges these gains nothing, so every request of the tests has them. */
const FORGED = {
  host: 'forged.example',
  'x-forwarded-host': 'forged.example',
  'x-forwarded-proto': 'https',
};

export type Person = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs work within a request that carries this member's session cookie. */
export async function signedIn(member: MemberRow): Promise<Person> {
  const cookies = { [sessionCookie()]: await issueToken(member) };
  return (work) => inRequest({ headers: FORGED, cookies }, work);
}

/** A new member of this role, signed in. */
export async function person(role: Role, email = `${role}@mailroom.test`): Promise<Person> {
  return signedIn(await addMember(email, role));
}

export const nobody: Person = (work) => inRequest({ headers: FORGED }, work);
