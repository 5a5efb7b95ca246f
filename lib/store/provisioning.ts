/** Finds or adds the member for an identity that single sign-on has verified. */
import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { redeemInvitationByEmail } from './invitations.ts';
import type { MemberRow } from './members.ts';
import { members } from './schema/members.ts';

export interface VerifiedIdentity {
  /** The identity provider's issuer and subject. */
  readonly identity: string;
  /** The email address that the provider has verified, in lowercase. */
  readonly email: string;
  readonly name: string | null;
  /** The role for new members with this email domain. Null if new members need an invitation. */
  readonly roleByDomain: Role | null;
  /**
   * The role that the provider assigns. Overrides the role from the invitation or the domain, but doesn't by
   * itself make a person a member. Null if the provider doesn't assign roles.
   */
  readonly roleByProvider: Role | null;
}

export type Provisioning =
  | { readonly ok: true; readonly member: MemberRow; readonly how: 'known' | 'linked' | 'invited' | 'domain' }
  | { readonly ok: false; readonly why: 'disabled' | 'other_identity' | 'stranger' };

/**
 * Finds the member, or adds a member if the email address was invited or is in an allowed domain. Because of
 * unique constraints, two concurrent sign-ins add only one member. The second sign-in finds the member that
 * the first sign-in added.
 */
export function provisionMember(db: Database, identity: VerifiedIdentity): Promise<Provisioning> {
  return db.transaction(async (tx) => {
    return (
      (await findOrLink(tx, identity)) ??
      (await addMember(tx, identity)) ??
      (await findOrLink(tx, identity)) ?? { ok: false, why: 'stranger' }
    );
  });
}

/** Finds the member by identity, or links the identity to the member with the same email address. */
async function findOrLink(db: Database, { identity, email }: VerifiedIdentity): Promise<Provisioning | null> {
  const [known] = await db.select().from(members).where(eq(members.identity, identity)).limit(1);
  if (known)
    return known.disabledAt ? { ok: false, why: 'disabled' } : { ok: true, member: known, how: 'known' };
  const unlinked = and(eq(members.email, email), isNull(members.identity), isNull(members.disabledAt));
  const [linked] = await db.update(members).set({ identity }).where(unlinked).returning();
  if (linked) return { ok: true, member: linked, how: 'linked' };
  const [sameAddress] = await db.select().from(members).where(eq(members.email, email)).limit(1);
  if (!sameAddress) return null;
  // A concurrent sign-in has just added the member or linked the identity.
  if (sameAddress.identity === identity && !sameAddress.disabledAt)
    return { ok: true, member: sameAddress, how: 'known' };
  return { ok: false, why: sameAddress.disabledAt ? 'disabled' : 'other_identity' };
}

async function addMember(
  db: Database,
  { identity, email, name, roleByDomain, roleByProvider }: VerifiedIdentity,
): Promise<Provisioning | null> {
  const invited = await redeemInvitationByEmail(db, email);
  const grantedRole = invited?.role ?? roleByDomain;
  if (!grantedRole) return null;
  const role = roleByProvider ?? grantedRole;
  const [member] = await db
    .insert(members)
    .values({ email, name, identity, role })
    .onConflictDoNothing()
    .returning();
  return member ? { ok: true, member, how: invited ? 'invited' : 'domain' } : null;
}

export async function findMemberByIdentity(db: Database, identity: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.identity, identity)).limit(1);
  return row;
}
