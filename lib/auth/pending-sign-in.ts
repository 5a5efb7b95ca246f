/**
 * A sign-in that still needs the second factor. A sealed cookie identifies the member until the factor is entered. The
 * cookie isn't a session: it only lets the browser try the member's second factor.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { memberHasFactor } from '#lib/store/second-factors.ts';
import {
  createSealedCookie,
  deleteSealedCookie,
  readSealedCookie,
  setSealedCookie,
} from './sealed-cookies.ts';
import type { SignInMethod } from './security-events.ts';
import { startSession } from './start-session.ts';

const epochOf = ({ passwordHash }: Pick<MemberRow, 'passwordHash'>): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

type PendingMember = Pick<MemberRow, 'id' | 'passwordHash'>;

const contentsFor = (member: PendingMember) => ({ member: member.id, epoch: epochOf(member) });

/**
 * Returns the cookie for a member who has completed only the first step of signing in. The caller adds the
 * cookie to next-auth's response.
 */
export const createPendingCookie = (member: PendingMember) =>
  createSealedCookie('pending-sign-in', contentsFor(member));

/**
 * Signs in a member who entered a correct password. A member with a second factor doesn't get a session yet.
 * @returns whether the member is signed in or must enter the second factor
 */
export async function signInAfterPassword(member: MemberRow): Promise<'signed_in' | 'second_factor'> {
  if (!(await memberHasFactor(await store(), member.id))) {
    await startSession(member, 'password');
    return 'signed_in';
  }
  await setSealedCookie('pending-sign-in', contentsFor(member));
  return 'second_factor';
}

/**
 * Returns the member who must still enter the second factor. Reads the member's row again, because the row
 * may have changed since the member entered the password.
 */
export async function findPendingMember(): Promise<MemberRow | null> {
  const opened = await readSealedCookie('pending-sign-in');
  const member = opened && (await findMember(await store(), opened.member));
  return member && !member.disabledAt && epochOf(member) === opened.epoch ? member : null;
}

/** Signs the member in after the second factor. @param method the second factor */
export async function finishSignIn(member: MemberRow, method: SignInMethod): Promise<void> {
  await startSession(member, method, { isTwoFactor: true });
  await deleteSealedCookie('pending-sign-in');
}
