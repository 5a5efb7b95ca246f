import 'server-only';
import { invitationBehind, namedBy, newInvitation } from '#lib/auth/invitation-link.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import { startSession } from '#lib/auth/start-session.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { invitationEmail } from '#lib/email/templates/invitation.ts';
import { isEmailConfigured, sendEmail } from '#lib/email/transport.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import {
  acceptInvitation as accept,
  makeFirstAdmin,
  openInvitations,
  revokeInvitation,
} from '#lib/store/invitations.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { authorize } from './authorize.ts';

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Who invited. */
  readonly by: string | null;
  /** Milliseconds, as all times here. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isOver: boolean;
}

export async function readInvitations(): Promise<Outcome<readonly OpenInvitation[]>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const rows = await openInvitations(await store());
  return ok(
    rows.map(({ id, email, role, by, createdAt, expiresAt }) => ({
      id,
      email: email ?? '',
      role,
      by,
      createdAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
      isOver: expiresAt.getTime() <= Date.now(),
    })),
  );
}

/** Whether links go out by e-mail. */
export const invitesByMail = (): boolean => isEmailConfigured();

export interface MadeInvitation {
  readonly email: string;
  readonly role: Role;
  /** It can't be shown again. */
  readonly link: string;
  readonly expiresAt: number;
  /** Whether the link went out by e-mail; null where no mail server is set. */
  readonly isMailed: boolean | null;
}

/** Invites somebody who is no member yet. Earlier links for the address are void then. */
export async function invite(email: string, role: Role): Promise<Outcome<MadeInvitation>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  return makeInvitation(allowed.value, email.toLowerCase(), role);
}

/** Makes another link for an invitation that waits, and the earlier one void. */
export async function renewInvitation(id: string): Promise<Outcome<MadeInvitation>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const earlier = (await openInvitations(await store())).find((row) => row.id === id);
  if (!earlier?.email) return fail({ kind: 'refused', status: 409, code: 'invitation_gone' });
  return makeInvitation(allowed.value, earlier.email, earlier.role);
}

async function makeInvitation(by: Member, email: string, role: Role): Promise<Outcome<MadeInvitation>> {
  const db = await store();
  if (await memberByEmail(db, email)) return fail({ kind: 'refused', status: 409, code: 'already_member' });
  const { row, link } = await newInvitation(db, { email, role, by: by.email });
  log().info({ invitation: row.id, role, by: by.id }, 'somebody was invited');
  const letter = () => invitationEmail({ link, by: by.email, role, expires: row.expiresAt });
  const isMailed = isEmailConfigured() ? await sendEmail({ to: email, about: row.id, ...letter() }) : null;
  return ok({ email, role, link, expiresAt: row.expiresAt.getTime(), isMailed });
}

export async function withdrawInvitation(id: string): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const row = await revokeInvitation(await store(), id);
  if (!row) return fail({ kind: 'refused', status: 409, code: 'invitation_gone' });
  log().info({ invitation: id, by: allowed.value.id }, 'an invitation was withdrawn');
  return ok(null);
}

/** What whoever holds a link may know of the invitation. */
export interface Invitation {
  /** Null where whoever sets the console up says who they are. */
  readonly email: string | null;
  readonly role: Role;
  readonly by: string | null;
  readonly expiresAt: number;
  /** Whether there is a member with that address by now. */
  readonly isMember: boolean;
  /** The address this browser is signed in with. */
  readonly signedInAs: string | null;
  /** The identity provider's name where it is the only way in; else people choose a password. */
  readonly provider: string | null;
}

/** The invitation of a link that can be used; null for every other link, whatever is wrong with it. Changes nothing. */
export async function readInvitation(link: string): Promise<Invitation | null> {
  const db = await store();
  const [row, you] = await Promise.all([invitationBehind(db, link), getMember()]);
  if (!row) return null;
  const { email, role, by, expiresAt } = row;
  const { passwordSignIn, oidc } = env();
  return {
    email,
    role,
    by,
    expiresAt: expiresAt.getTime(),
    isMember: email !== null && (await memberByEmail(db, email)) !== undefined,
    signedInAs: you?.email ?? null,
    provider: passwordSignIn ? null : (oidc?.name ?? null),
  };
}

export interface Joining {
  /** Counts only where the invitation names none. */
  readonly email?: string | undefined;
  readonly name: string;
  readonly password: string;
}

/** Makes whoever has the link a member, once, and signs them in. */
export async function acceptInvitation(
  link: string,
  joining: Joining,
): Promise<'joined' | 'void' | 'no_email' | 'taken' | 'too_many'> {
  if (!env().passwordSignIn) return 'void';
  const db = await store();
  const row = await invitationBehind(db, link);
  if (!row) return 'void';
  const email = row.email ?? joining.email;
  if (email === undefined) return 'no_email';
  if (!(await consumeRateLimit(db, 'invitation', row.id))) return 'too_many';
  const { name, password } = joining;
  const passwordHash = await hashPassword(password);
  const member = await accept(db, await namedBy(link), { email, name, passwordHash });
  if (typeof member === 'string') return member;
  log().info({ invitation: row.id, member: member.id, role: member.role }, 'an invitation was accepted');
  await startSession(member);
  return 'joined';
}

/**
 * Makes the member who is signed in the first admin, by the link that sets the console up: where a provider lets people in,
 * whoever sets it up may be a member already. False: it can't be used, or no more.
 */
export async function becomeFirstAdmin(link: string): Promise<boolean> {
  const you = await getMember();
  const db = await store();
  const row = you && (await invitationBehind(db, link));
  if (!row || !(await makeFirstAdmin(db, await namedBy(link), you.id))) return false;
  log().info({ invitation: row.id, member: you.id, role: 'admin' }, 'an invitation was accepted');
  return true;
}
