/** Whom the identity provider vouches for, and which member that is. */
import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { takeInvitationOf } from './invitations.ts';
import type { MemberRow } from './members.ts';
import { members } from './schema.ts';

export interface Vouched {
  /** The issuer and the subject that it knows them by. */
  readonly identity: string;
  /** Verified, and in lower case. */
  readonly email: string;
  readonly name: string | null;
  /** What whoever has an address like this one becomes; null where nobody becomes a member by their address alone. */
  readonly roleByDomain: Role | null;
}

export type Admission =
  | { readonly ok: true; readonly member: MemberRow; readonly how: 'known' | 'linked' | 'invited' | 'domain' }
  | { readonly ok: false; readonly why: 'disabled' | 'other_identity' | 'stranger' };

/**
 * Finds the member, or makes one of whoever was invited or has an address in an allowed domain. What two do at once is
 * decided by the constraints on address and identity; who comes second finds what the first one made.
 */
export function admit(db: Database, vouched: Vouched): Promise<Admission> {
  return db.transaction(async (tx) => {
    return (
      (await find(tx, vouched)) ??
      (await join(tx, vouched)) ??
      (await find(tx, vouched)) ?? { ok: false, why: 'stranger' }
    );
  });
}

async function find(db: Database, { identity, email }: Vouched): Promise<Admission | null> {
  const [known] = await db.select().from(members).where(eq(members.identity, identity)).limit(1);
  if (known)
    return known.disabledAt ? { ok: false, why: 'disabled' } : { ok: true, member: known, how: 'known' };
  const unlinked = and(eq(members.email, email), isNull(members.identity), isNull(members.disabledAt));
  const [linked] = await db.update(members).set({ identity }).where(unlinked).returning();
  if (linked) return { ok: true, member: linked, how: 'linked' };
  const [named] = await db.select().from(members).where(eq(members.email, email)).limit(1);
  if (!named) return null;
  // Made, or linked, in this very moment.
  if (named.identity === identity && !named.disabledAt) return { ok: true, member: named, how: 'known' };
  return { ok: false, why: named.disabledAt ? 'disabled' : 'other_identity' };
}

async function join(
  db: Database,
  { identity, email, name, roleByDomain }: Vouched,
): Promise<Admission | null> {
  const invited = await takeInvitationOf(db, email);
  const role = invited?.role ?? roleByDomain;
  if (!role) return null;
  const [member] = await db
    .insert(members)
    .values({ email, name, identity, role })
    .onConflictDoNothing()
    .returning();
  return member ? { ok: true, member, how: invited ? 'invited' : 'domain' } : null;
}

export async function memberByIdentity(db: Database, identity: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.identity, identity)).limit(1);
  return row;
}
