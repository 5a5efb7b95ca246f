/**
 * Lets a signed-in member confirm their identity before changing second factors or creating an API token.
 */
import 'server-only';
import { callerRateLimitKey } from '#lib/auth/caller-address.ts';
import { checkPasswordHash, type PasswordRefusal } from '#lib/auth/credentials.ts';
import { signInMethods } from '#lib/auth/oidc.ts';
import { canUsePasskeys } from '#lib/auth/passkeys.ts';
import { type CodeCheck, checkSecondFactorCode } from '#lib/auth/second-factor-code.ts';
import { changeAndRecord, recordRefusedSignIn, recordSecurityEvent } from '#lib/auth/security-events.ts';
import type { Account } from '#lib/auth/session.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { env } from '#lib/env/env.ts';
import { findMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { findApp, queryPasskeys } from '#lib/store/second-factors.ts';
import { recordReauthentication } from '#lib/store/sessions.ts';
import { authorizeAccount } from './authorize.ts';
import { checkPasskeyAnswer, type PasskeyAnswer, requestPasskey } from './passkey-answers.ts';

/** The ways in which the signed-in member can confirm their identity. */
export interface ConfirmationMethods {
  readonly email: string;
  readonly hasPassword: boolean;
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  /** The identity provider's name, if the member can confirm their identity only there. */
  readonly provider: string | null;
}

export async function readConfirmationMethods(): Promise<Outcome<ConfirmationMethods>> {
  const allowed = await authorizeAccount();
  if (!allowed.ok) return allowed;
  const { id, email } = allowed.value.member;
  const db = await store();
  const [row, app, passkeys] = await Promise.all([
    findMember(db, id),
    findApp(db, id),
    queryPasskeys(db, id),
  ]);
  const { provider, password } = signInMethods();
  const hasPassword = password && row?.passwordHash != null;
  return ok({
    email,
    hasPassword,
    hasApp: app !== undefined,
    hasPasskey: passkeys.length > 0 && canUsePasskeys(),
    provider: hasPassword ? null : provider,
  });
}

async function finishConfirmation({ sessionId, member }: Account): Promise<void> {
  await changeAndRecord(async (tx, record) => {
    await recordReauthentication(tx, sessionId);
    await record({ name: 'identity.confirmed', by: member });
  });
}

export async function confirmWithPassword(
  password: string,
): Promise<Outcome<null> | { readonly ok: false; readonly why: PasswordRefusal }> {
  const allowed = await authorizeAccount();
  if (!allowed.ok) return allowed;
  if (!env().passwordSignIn) return fail({ kind: 'forbidden' });
  const { id, email } = allowed.value.member;
  const row = await findMember(await store(), id);
  const refusal = await checkPasswordHash(password, row?.passwordHash, [['password-confirmation', id]]);
  if (refusal) {
    const name = refusal === 'wrong' ? 'sign_in.refused' : 'sign_in.limited';
    if (refusal !== 'busy') await recordRefusedSignIn(name, email, await callerRateLimitKey());
    return { ok: false, why: refusal };
  }
  await finishConfirmation(allowed.value);
  return ok(null);
}

export async function confirmWithCode(
  code: string,
): Promise<Outcome<null> | Extract<CodeCheck, { ok: false }>> {
  const allowed = await authorizeAccount();
  if (!allowed.ok) return allowed;
  const { member } = allowed.value;
  const row = await findMember(await store(), member.id);
  if (!row) return fail({ kind: 'forbidden' });
  const check = await checkSecondFactorCode(row, code);
  if (!check.ok) {
    const name = check.why === 'too_many' ? 'second_factor.limited' : 'second_factor.refused';
    await recordSecurityEvent({ name, about: member, details: { method: 'code' } });
    return check;
  }
  await finishConfirmation(allowed.value);
  return ok(null);
}

/** @returns the options that the browser needs to use a passkey, as JSON */
export async function requestOwnPasskey(): Promise<Outcome<string>> {
  const allowed = await authorizeAccount();
  return allowed.ok ? ok(await requestPasskey('confirm', allowed.value.member.id)) : allowed;
}

export async function confirmWithPasskey(
  response: string,
): Promise<Outcome<null> | Extract<PasskeyAnswer, { ok: false }>> {
  const allowed = await authorizeAccount();
  if (!allowed.ok) return allowed;
  const { member } = allowed.value;
  const answer = await checkPasskeyAnswer('confirm', member.id, response);
  if (!answer.ok) {
    await recordSecurityEvent({
      name: 'second_factor.refused',
      about: member,
      details: { method: 'passkey' },
    });
    return answer;
  }
  await finishConfirmation(allowed.value);
  return ok(null);
}
