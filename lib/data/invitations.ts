import 'server-only';
import { findInvitationByToken, issueInvitation, parseInvitationToken } from '#lib/auth/invitation-link.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import { startSession } from '#lib/auth/start-session.ts';
import { findPasswordWeakness } from '#lib/auth/weak-password.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { PasswordWeakness } from '#lib/domain/password-weakness.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { invitationEmail } from '#lib/email/templates/invitation.ts';
import { isEmailConfigured, sendEmail } from '#lib/email/transport.ts';
import { env } from '#lib/env/env.ts';
import {
  type InvitationRow,
  markInvitationRevoked,
  promoteFirstAdmin,
  queryOpenInvitations,
  redeemInvitation,
} from '#lib/store/invitations.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { authorize, authorizeRecently } from './authorize.ts';

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** The inviting member's email address. */
  readonly by: string | null;
  /** When the invitation was created, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** When the invitation expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isExpired: boolean;
}

export async function listInvitations(): Promise<Outcome<readonly OpenInvitation[]>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const rows = await queryOpenInvitations(await store());
  return ok(
    rows.map(({ id, email, role, by, createdAt, expiresAt }) => ({
      id,
      email: email ?? '',
      role,
      by,
      createdAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
      isExpired: expiresAt.getTime() <= Date.now(),
    })),
  );
}

/** True if the console emails invitations. False if the admin must send the link to the recipient. */
export const sendsInvitationEmails = (): boolean => isEmailConfigured();

export interface InvitationLink {
  readonly email: string;
  readonly role: Role;
  /** The invitation link, which the console can't show again later. */
  readonly link: string;
  readonly expiresAt: number;
  /** Whether the console emailed the link. Null if no email server is configured. */
  readonly isEmailed: boolean | null;
}

/**
 * Invites a new member. Earlier links for the same address stop working. The admin must have signed in or
 * confirmed their identity in the last ten minutes, because the new member's access outlasts the admin's
 * session.
 */
export async function inviteMember(email: string, role: Role): Promise<Outcome<InvitationLink>> {
  const allowed = await authorizeRecently('manageTeam');
  if (!allowed.ok) return allowed;
  return createInvitationLink(allowed.value, email.toLowerCase(), role);
}

/**
 * Creates a new link for an open invitation. The earlier link stops working. Requires recent authentication, as
 * `inviteMember` does.
 */
export async function renewInvitation(id: string): Promise<Outcome<InvitationLink>> {
  const allowed = await authorizeRecently('manageTeam');
  if (!allowed.ok) return allowed;
  const earlier = (await queryOpenInvitations(await store())).find((row) => row.id === id);
  if (!earlier?.email) return fail({ kind: 'refused', status: 409, code: 'invitation_gone' });
  return createInvitationLink(allowed.value, earlier.email, earlier.role);
}

async function createInvitationLink(by: Member, email: string, role: Role): Promise<Outcome<InvitationLink>> {
  const db = await store();
  if (await findMemberByEmail(db, email))
    return fail({ kind: 'refused', status: 409, code: 'already_member' });
  const created = await changeAndRecord(async (tx, record) => {
    if (!(await lockMemberWithPermission(tx, by.id, 'manageTeam'))) return null;
    const issued = await issueInvitation(tx, { email, role, by: by.email });
    await record({ name: 'invitation.created', by, about: { email }, details: { id: issued.row.id, role } });
    return issued;
  });
  if (!created) return fail({ kind: 'forbidden' });
  const { row, link } = created;
  const renderEmail = () => invitationEmail({ link, by: by.email, role, expires: row.expiresAt });
  const isEmailed = isEmailConfigured()
    ? await sendEmail({ to: email, about: row.id, ...renderEmail() })
    : null;
  return ok({ email, role, link, expiresAt: row.expiresAt.getTime(), isEmailed });
}

export async function revokeInvitation(id: string): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const isRevoked = await changeAndRecord(async (tx, record) => {
    const row = await markInvitationRevoked(tx, id);
    const about = { email: row?.email ?? '' };
    if (row) await record({ name: 'invitation.revoked', by: allowed.value, about, details: { id } });
    return row !== undefined;
  });
  return isRevoked ? ok(null) : fail({ kind: 'refused', status: 409, code: 'invitation_gone' });
}

/** The parts of an invitation that the recipient may see. */
export interface Invitation {
  /** The recipient's email address. Null for the setup link, because its recipient enters the address. */
  readonly email: string | null;
  readonly role: Role;
  readonly by: string | null;
  readonly expiresAt: number;
  /** Whether the address already belongs to a member. */
  readonly isMember: boolean;
  /** The email address of the member who is signed in to this browser. Null if no member is signed in. */
  readonly signedInAs: string | null;
  /**
   * The identity provider's name if single sign-on is the only sign-in method. Null if the recipient must
   * choose a password.
   */
  readonly provider: string | null;
}

/** Returns the invitation for the token without using it up, or null if the invitation can't be used. */
export async function readInvitation(token: string): Promise<Invitation | null> {
  const db = await store();
  const [row, viewer] = await Promise.all([findInvitationByToken(db, token), getMember()]);
  if (!row) return null;
  const { email, role, by, expiresAt } = row;
  const { passwordSignIn, oidc } = env();
  return {
    email,
    role,
    by,
    expiresAt: expiresAt.getTime(),
    isMember: email !== null && (await findMemberByEmail(db, email)) !== undefined,
    signedInAs: viewer?.email ?? null,
    provider: passwordSignIn ? null : (oidc?.name ?? null),
  };
}

export interface NewAccount {
  /**
   * The recipient's email address. Required only for the setup link, because all other invitations already
   * have an address.
   */
  readonly email?: string | undefined;
  readonly name: string;
  readonly password: string;
}

/** Adds the recipient as a member and signs the new member in. Each invitation works only once. */
export async function acceptInvitation(
  token: string,
  account: NewAccount,
): Promise<'joined' | 'invalid' | 'no_email' | 'already_member' | 'too_many' | PasswordWeakness> {
  if (!env().passwordSignIn) return 'invalid';
  const db = await store();
  const row = await findInvitationByToken(db, token);
  if (!row) return 'invalid';
  const email = row.email ?? account.email;
  if (email === undefined) return 'no_email';
  if (!(await consumeRateLimit(db, 'invitation', row.id)).isAllowed) return 'too_many';
  const { name, password } = account;
  const weakness = await findPasswordWeakness(password, email);
  if (weakness) return weakness;
  const passwordHash = await hashPassword(password);
  const invitation = await parseInvitationToken(token);
  const member = await changeAndRecord(async (tx, record) => {
    const added = await redeemInvitation(tx, invitation, { email, name, passwordHash });
    if (typeof added !== 'string') await record(acceptance(row, added));
    return added;
  });
  if (typeof member === 'string') return member;
  await startSession(member, 'invitation');
  return 'joined';
}

const acceptance = ({ id }: InvitationRow, { id: memberId, email, role }: MemberRow) =>
  ({
    name: 'invitation.accepted',
    by: { id: memberId, email },
    details: { id, role },
  }) as const;

/**
 * Uses the setup link to make the signed-in member the first admin. With single sign-on, the person who sets
 * up the console may already be a member.
 * @returns false if the link can't be used
 */
export async function becomeFirstAdmin(token: string): Promise<boolean> {
  const member = await getMember();
  const db = await store();
  const row = member && (await findInvitationByToken(db, token));
  if (!row) return false;
  const invitation = await parseInvitationToken(token);
  return changeAndRecord(async (tx, record) => {
    const admin = await promoteFirstAdmin(tx, invitation, member.id);
    if (admin) await record(acceptance(row, admin));
    return admin !== undefined;
  });
}
