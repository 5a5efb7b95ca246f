import 'server-only';
import { callerRateLimitKey } from '#lib/auth/caller-address.ts';
import { checkPasswordHash, type PasswordRefusal } from '#lib/auth/credentials.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { changeAndRecord, recordRefusedSignIn } from '#lib/auth/security-events.ts';
import { getAccount } from '#lib/auth/session.ts';
import { startSession } from '#lib/auth/start-session.ts';
import { findPasswordWeakness } from '#lib/auth/weak-password.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { PasswordWeakness } from '#lib/domain/password-weakness.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { MIN_MEMBER_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { findMember, replacePassword, updateProfile } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { memberHasFactor } from '#lib/store/second-factors.ts';
import { authorize } from './authorize.ts';

export interface Profile {
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** An IANA time zone name. Null means the browser's time zone. */
  readonly timeZone: string | null;
  /** The locale for formatting dates, such as "en-GB". Null means the browser's language. */
  readonly dateLocale: string | null;
  /** Whether the member can sign in with a password. */
  readonly hasPassword: boolean;
  readonly hasFactor: boolean;
  /**
   * When the password was last replaced, in milliseconds since the epoch. Null if the password was never
   * replaced.
   */
  readonly passwordChangedAt: number | null;
}

export async function readProfile(): Promise<Outcome<Profile>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const db = await store();
  const { id } = allowed.value;
  const [row, hasFactor] = await Promise.all([findMember(db, id), memberHasFactor(db, id)]);
  if (!row) return fail({ kind: 'forbidden' });
  return ok({
    email: row.email,
    name: row.name,
    role: row.role,
    timeZone: row.timeZone,
    dateLocale: row.dateLocale,
    hasPassword: env().passwordSignIn && row.passwordHash !== null,
    hasFactor,
    passwordChangedAt: row.passwordChangedAt?.getTime() ?? null,
  });
}

/** @param profile the profile's new values. Null removes the stored value. */
export async function saveProfile(
  profile: Pick<Profile, 'name' | 'timeZone' | 'dateLocale'>,
): Promise<Outcome<null>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const { id, name, timeZone, dateLocale } = allowed.value;
  const earlier: typeof profile = { name, timeZone, dateLocale };
  const changed = (Object.keys(profile) as (keyof typeof profile)[]).filter(
    (field) => profile[field] !== earlier[field],
  );
  await changeAndRecord(async (tx, record) => {
    await updateProfile(tx, id, profile);
    const details = { fields: changed.join(', ') };
    if (changed.length > 0) await record({ name: 'profile.changed', by: allowed.value, details });
  });
  return ok(null);
}

/**
 * Changes the member's password, ends all other sessions, and replaces the current session. Entering a wrong
 * current password counts only against a separate rate limit, so it can't keep the member from signing in. A
 * password can be shorter if the member has a second factor.
 */
export async function changePassword(
  currentPassword: string,
  password: string,
): Promise<
  Outcome<null> | { readonly ok: false; readonly why: PasswordRefusal | 'too_short' | PasswordWeakness }
> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  if (!env().passwordSignIn) return fail({ kind: 'forbidden' });
  const { id, email } = allowed.value;
  const db = await store();
  const member = await findMember(db, id);
  const refusal = await checkPasswordHash(currentPassword, member?.passwordHash, [
    ['password-confirmation', id],
  ]);
  if (refusal) {
    const name = refusal === 'wrong' ? 'sign_in.refused' : 'sign_in.limited';
    if (refusal !== 'busy') await recordRefusedSignIn(name, email, await callerRateLimitKey());
    return { ok: false, why: refusal };
  }
  const weakness = await findPasswordWeakness(password, email);
  if (weakness) return { ok: false, why: weakness };
  const isShort = password.length < MIN_MEMBER_PASSWORD_LENGTH;
  if (isShort && !(await memberHasFactor(db, id))) return { ok: false, why: 'too_short' };
  const account = await getAccount();
  const passwordHash = await hashPassword(password);
  const row = await changeAndRecord(async (tx, record) => {
    const replaced = await replacePassword(tx, id, passwordHash, isShort);
    if (replaced) await record({ name: 'password.changed', by: replaced });
    return replaced;
  });
  if (!row) return fail({ kind: 'forbidden' });
  await startSession(row, null, { isTwoFactor: account?.isTwoFactor ?? false });
  return ok(null);
}
