/** Signing in with a second factor after the password, or with a passkey alone. */
import 'server-only';
import { canUsePasskeys } from '#lib/auth/passkeys.ts';
import { findPendingMember, finishSignIn } from '#lib/auth/pending-sign-in.ts';
import { type CodeCheck, checkSecondFactorCode } from '#lib/auth/second-factor-code.ts';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import { startSession } from '#lib/auth/start-session.ts';
import { env } from '#lib/env/env.ts';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { findApp, queryPasskeys } from '#lib/store/second-factors.ts';
import { checkPasskeyAnswer, type PasskeyAnswer, requestPasskey } from './passkey-answers.ts';

/** The factors that a member can use to finish a pending sign-in. */
export interface SignInFactors {
  readonly email: string;
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
}

/** Returns null if this browser has no pending sign-in. */
export async function readSignInFactors(): Promise<SignInFactors | null> {
  const member = await findPendingMember();
  if (!member) return null;
  const db = await store();
  const [app, passkeys] = await Promise.all([findApp(db, member.id), queryPasskeys(db, member.id)]);
  return {
    email: member.email,
    hasApp: app !== undefined,
    hasPasskey: passkeys.length > 0 && canUsePasskeys(),
  };
}

type Expired = { readonly ok: false; readonly why: 'expired' };

/** Finishes the sign-in with a code from an authenticator app, or with a recovery code. */
export async function finishWithCode(code: string): Promise<CodeCheck | Expired> {
  const member = await findPendingMember();
  if (!member) return { ok: false, why: 'expired' };
  const check = await checkSecondFactorCode(member, code);
  if (!check.ok) {
    await recordRefusal(member, check.why, 'code');
    return check;
  }
  await finishSignIn(member, check.kind);
  return check;
}

/**
 * @returns the options that the browser needs to use a passkey, as JSON, or null if this browser has no
 * pending sign-in
 */
export async function requestFactorPasskey(): Promise<string | null> {
  const member = await findPendingMember();
  return member && requestPasskey('second-factor', member.id);
}

/** Finishes the sign-in with one of the member's passkeys. */
export async function finishWithPasskey(response: string): Promise<PasskeyAnswer | Expired> {
  const member = await findPendingMember();
  if (!member) return { ok: false, why: 'expired' };
  const answer = await checkPasskeyAnswer('second-factor', member.id, response);
  if (!answer.ok) {
    await recordRefusal(member, answer.why, 'passkey');
    return answer;
  }
  await finishSignIn(member, 'passkey');
  return answer;
}

/**
 * Whether members can sign in with a passkey alone. If password sign-in is turned off, the identity provider
 * decides who can sign in.
 */
export const canSignInWithPasskey = (): boolean => env().passwordSignIn && canUsePasskeys();

/**
 * @returns the options that the browser needs to use a passkey, as JSON, or null if members can't sign in
 * with a passkey alone
 */
export const requestSignInPasskey = async (): Promise<string | null> =>
  canSignInWithPasskey() ? requestPasskey('sign-in', null) : null;

/**
 * Signs in the member whose passkey was used. Members without a password must sign in through the identity
 * provider, because people who leave the company lose their access at the provider.
 */
export async function signInWithPasskey(
  response: string,
): Promise<PasskeyAnswer | { ok: false; why: 'off' }> {
  if (!canSignInWithPasskey()) return { ok: false, why: 'off' };
  const answer = await checkPasskeyAnswer('sign-in', null, response);
  if (!answer.ok) {
    await recordSecurityEvent({ name: 'passkey.refused', details: { reason: answer.why } });
    return answer;
  }
  const member = await findMember(await store(), answer.memberId);
  if (!member || member.disabledAt || member.passwordHash === null) {
    await recordSecurityEvent({ name: 'passkey.refused', about: member ?? null });
    return { ok: false, why: member?.passwordHash === null ? 'off' : 'invalid' };
  }
  await startSession(member, 'passkey', { isTwoFactor: true });
  return answer;
}

const recordRefusal = (member: MemberRow, why: string, method: 'code' | 'passkey'): Promise<void> =>
  recordSecurityEvent({
    name: why === 'too_many' ? 'second_factor.limited' : 'second_factor.refused',
    about: member,
    details: { method },
  });
