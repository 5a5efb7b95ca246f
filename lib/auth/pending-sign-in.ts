/**
 * A sign-in that still needs the second factor. A sealed cookie identifies the member until the factor is
 * entered. The cookie isn't a session: it allows only attempts to use the member's second factor.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { cookies } from 'next/headers';
import { PENDING_SIGN_IN_MINUTES } from '#lib/domain/second-factor.ts';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { memberHasFactor } from '#lib/store/second-factors.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { cookieAttributes, cookieName } from './cookie-attributes.ts';
import { seal, unseal } from './seals.ts';
import type { SignInMethod } from './security-events.ts';
import { startSession } from './start-session.ts';

const pendingCookie = (): string => cookieName('mailroom-sign-in');

const attributes = (maxAge: number) => ({ ...cookieAttributes(), maxAge });

const epochOf = ({ passwordHash }: Pick<MemberRow, 'passwordHash'>): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/** Returns the cookie for a member who has completed only the first step of signing in. */
export async function createPendingCookie(member: Pick<MemberRow, 'id' | 'passwordHash'>) {
  const contents = { member: member.id, epoch: epochOf(member) };
  return {
    name: pendingCookie(),
    value: await seal('pending-sign-in', contents, PENDING_SIGN_IN_MINUTES * MINUTE_MS),
    attributes: attributes(PENDING_SIGN_IN_MINUTES * 60),
  };
}

/**
 * Signs in a member who entered a correct password. A member with a second factor gets no session yet.
 * @returns whether the member is signed in or must enter the second factor
 */
export async function signInAfterPassword(member: MemberRow): Promise<'signed_in' | 'second_factor'> {
  if (!(await memberHasFactor(await store(), member.id))) {
    await startSession(member, 'password');
    return 'signed_in';
  }
  const cookie = await createPendingCookie(member);
  (await cookies()).set(cookie.name, cookie.value, cookie.attributes);
  return 'second_factor';
}

/**
 * Returns the member whose second factor is still missing. Reads the row again, because it may have changed.
 */
export async function findPendingMember(): Promise<MemberRow | null> {
  const opened = await unseal('pending-sign-in', (await cookies()).get(pendingCookie())?.value ?? '');
  const member = opened && (await findMember(await store(), opened.member));
  return member && !member.disabledAt && epochOf(member) === opened.epoch ? member : null;
}

/** Signs the member in after the second factor. @param method the second factor */
export async function finishSignIn(member: MemberRow, method: SignInMethod): Promise<void> {
  await startSession(member, method, { isTwoFactor: true });
  (await cookies()).set(pendingCookie(), '', attributes(0));
}
