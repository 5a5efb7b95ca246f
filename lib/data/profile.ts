import 'server-only';
import { callerCounted } from '#lib/auth/caller-address.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { startSession } from '#lib/auth/start-session.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { endSessions, memberById, saveProfile as save } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

export interface Profile {
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** Null: times are shown as the browser's clock has them. */
  readonly timeZone: string | null;
  /** Whether they may sign in with one. */
  readonly hasPassword: boolean;
  /** Sessions from before are void. Milliseconds. */
  readonly sessionsFrom: number;
}

/** The signed-in member's own. */
export async function readProfile(): Promise<Outcome<Profile>> {
  const allowed = await authorize('keepProfile');
  if (!allowed.ok) return allowed;
  const row = await memberById(await store(), allowed.value.id);
  if (!row) return fail({ kind: 'forbidden' });
  return ok({
    email: row.email,
    name: row.name,
    role: row.role,
    timeZone: row.timeZone,
    hasPassword: env().passwordSignIn && row.passwordHash !== null,
    sessionsFrom: row.sessionsFrom.getTime(),
  });
}

/** @param profile null where nothing was chosen */
export async function saveProfile(profile: Pick<Profile, 'name' | 'timeZone'>): Promise<Outcome<null>> {
  const allowed = await authorize('keepProfile');
  if (!allowed.ok) return allowed;
  await save(await store(), allowed.value.id, profile);
  return ok(null);
}

/** Ends every session but this one, which begins anew. */
export async function signOutElsewhere(): Promise<Outcome<null>> {
  const allowed = await authorize('keepProfile');
  return allowed.ok ? beginAnew(allowed.value.id, 'sessions were ended') : allowed;
}

/**
 * Gives the member another password, who has to know the old one: tries at it count as tries to sign in. Every session
 * but this one ends.
 */
export async function changePassword(
  old: string,
  password: string,
): Promise<Outcome<null> | { readonly ok: false; readonly why: 'wrong' | 'too_many' | 'busy' }> {
  const allowed = await authorize('keepProfile');
  if (!allowed.ok) return allowed;
  const check = await checkCredentials(allowed.value.email, old, await callerCounted());
  if (!check.ok) return check.why === 'off' ? fail({ kind: 'forbidden' }) : check;
  return beginAnew(allowed.value.id, 'a password was changed', await hashPassword(password));
}

async function beginAnew(id: string, what: string, passwordHash?: string): Promise<Outcome<null>> {
  const row = await endSessions(await store(), id, passwordHash);
  if (!row) return fail({ kind: 'forbidden' });
  log().info({ member: id }, what);
  await startSession(row);
  return ok(null);
}
