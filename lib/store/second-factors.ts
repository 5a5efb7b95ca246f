/**
 * Stores members' second factors. Every change that adds or removes a factor queues an email to the member
 * and ends the member's other sessions.
 */
import 'server-only';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { APP_SETUP_MINUTES, type FactorChange, MAX_PASSKEYS } from '#lib/domain/second-factor.ts';
import { lockMember, queueChange } from './factor-changes.ts';
import { deleteRecoveryCodes, type HashedCode, insertRecoveryCodes } from './recovery-codes.ts';
import { members } from './schema/members.ts';
import { authenticatorApps, passkeys } from './schema/second-factors.ts';
import { deleteMemberSessions, hasFactorSql, markTwoFactor } from './sessions.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type AppRow = typeof authenticatorApps.$inferSelect;

/** The session in which a member changes the factors. */
interface Changer {
  readonly memberId: string;
  readonly sessionId: string;
}

export async function memberHasFactor(db: Database, memberId: string): Promise<boolean> {
  const [row] = await db.select({ hasFactor: hasFactorSql }).from(members).where(eq(members.id, memberId));
  return row?.hasFactor ?? false;
}

/** Returns the member's passkeys, oldest first. */
export const queryPasskeys = (db: Database, memberId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.memberId, memberId)).orderBy(asc(passkeys.createdAt));

export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).limit(1);
  return row;
}

/** Returns the authenticator app that the member uses. */
export async function findApp(db: Database, memberId: string): Promise<AppRow | undefined> {
  const isOwn = and(eq(authenticatorApps.memberId, memberId), isNotNull(authenticatorApps.confirmedAt));
  const [row] = await db.select().from(authenticatorApps).where(isOwn).limit(1);
  return row;
}

/** Returns the authenticator app that the member is setting up, if the member started recently. */
export async function findAppInSetup(db: Database, memberId: string): Promise<AppRow | undefined> {
  const [row] = await db
    .select()
    .from(authenticatorApps)
    .where(
      and(
        eq(authenticatorApps.memberId, memberId),
        isNull(authenticatorApps.confirmedAt),
        gt(authenticatorApps.startedAt, sql`now() - ${APP_SETUP_MINUTES} * interval '1 minute'`),
      ),
    )
    .limit(1);
  return row;
}

/** Returns all authenticator apps, including those that members are setting up. */
export const queryApps = (db: Database): Promise<AppRow[]> => db.select().from(authenticatorApps);

/** Replaces an app's seal. @returns false if the app has been removed or replaced */
export async function replaceSealedSecret(db: Database, app: AppRow, sealedSecret: string): Promise<boolean> {
  const isUnchanged = and(
    eq(authenticatorApps.id, app.id),
    eq(authenticatorApps.sealedSecret, app.sealedSecret),
  );
  const rows = await db
    .update(authenticatorApps)
    .set({ sealedSecret })
    .where(isUnchanged)
    .returning({ id: authenticatorApps.id });
  return rows.length > 0;
}

/** Stores the secret of an app that a member is about to set up. Discards any earlier unfinished setup. */
export async function saveAppInSetup(db: Database, memberId: string, sealedSecret: string): Promise<void> {
  const setup = { sealedSecret, startedAt: sql`now()` };
  await db.insert(authenticatorApps).values({ memberId, sealedSecret }).onConflictDoUpdate({
    target: authenticatorApps.memberId,
    targetWhere: sql`confirmed_at is null`,
    set: setup,
  });
}

/**
 * Starts using the app that the member has set up, instead of any earlier app.
 * @param app the app as it was when its first code was checked
 * @param period the period of the first code, which can't be used again
 * @param codes the recovery codes to store if this is the member's first factor
 * @returns false if another request has finished or restarted the setup since the code was checked
 */
export function confirmApp(
  db: Database,
  changer: Changer,
  { app, period, codes }: { app: AppRow; period: number; codes: readonly HashedCode[] },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockMember(tx, changer.memberId);
    const current = await findAppInSetup(tx, changer.memberId);
    if (current?.id !== app.id || current.sealedSecret !== app.sealedSecret) return false;
    await tx.delete(authenticatorApps).where(isAppInUse(changer.memberId));
    await tx
      .update(authenticatorApps)
      .set({ confirmedAt: sql`now()`, lastPeriod: period, lastUsedAt: sql`now()` })
      .where(eq(authenticatorApps.id, app.id));
    await insertRecoveryCodes(tx, changer.memberId, codes);
    await finishChange(tx, changer, 'app.added');
    return true;
  });
}

const isAppInUse = (memberId: string) =>
  and(eq(authenticatorApps.memberId, memberId), isNotNull(authenticatorApps.confirmedAt));

/**
 * Marks a code's period as used. Uses a single SQL statement, so that a code works only once, even if it is
 * entered twice at the same time.
 * @returns false if this code or a later code was used before
 */
export async function consumePeriod(db: Database, appId: string, period: number): Promise<boolean> {
  const rows = await db
    .update(authenticatorApps)
    .set({ lastPeriod: period, lastUsedAt: sql`now()` })
    .where(and(eq(authenticatorApps.id, appId), lt(authenticatorApps.lastPeriod, period)))
    .returning({ id: authenticatorApps.id });
  return rows.length > 0;
}

/**
 * Records that a passkey was used.
 * @returns false if the counter didn't increase, which means that the passkey was copied, or that the same response was
 * sent before
 */
export async function recordPasskeyUse(db: Database, id: string, counter: number): Promise<boolean> {
  const isNew = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`));
  const rows = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), isNew))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id' | 'createdAt' | 'lastUsedAt' | 'memberId'>;

/**
 * @param codes the recovery codes to store if this is the member's first factor
 * @returns false if the passkey already belongs to a member, or the member has too many passkeys
 */
export function insertPasskey(
  db: Database,
  changer: Changer,
  passkey: NewPasskey,
  codes: readonly HashedCode[],
): Promise<boolean> {
  const { memberId } = changer;
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const [held] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.memberId, memberId));
    if ((held?.count ?? 0) >= MAX_PASSKEYS) return false;
    const rows = await tx
      .insert(passkeys)
      .values({ ...passkey, memberId })
      .onConflictDoNothing()
      .returning();
    if (rows.length === 0) return false;
    await insertRecoveryCodes(tx, memberId, codes);
    await finishChange(tx, changer, 'passkey.added');
    return true;
  });
}

/** The result of a removal: `gone` if the member has no such factor. */
export type FactorRemoval = 'removed' | 'gone' | 'last_factor';

interface RemovalRules {
  readonly mustKeepOne: boolean;
  /** Whether the member needs no second factor in Mailroom, because the provider asks for one. */
  readonly isTrustedSignIn: boolean;
}

/**
 * Removes a passkey, or the authenticator app if `passkeyId` is null. Succeeds even if the factor was already
 * removed. Removing the last factor also removes the recovery codes, and the session no longer counts as a
 * session with a second factor.
 */
export function removeFactor(
  db: Database,
  changer: Changer,
  passkeyId: string | null,
  { mustKeepOne, isTrustedSignIn }: RemovalRules,
): Promise<FactorRemoval> {
  const { memberId } = changer;
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const own = await queryPasskeys(tx, memberId);
    const app = await findApp(tx, memberId);
    const isFound = passkeyId === null ? app !== undefined : own.some(({ id }) => id === passkeyId);
    if (!isFound) return 'gone';
    if (mustKeepOne && own.length + (app ? 1 : 0) === 1) return 'last_factor';
    if (passkeyId === null) await tx.delete(authenticatorApps).where(isAppInUse(memberId));
    else await tx.delete(passkeys).where(eq(passkeys.id, passkeyId));
    await finishChange(tx, changer, passkeyId === null ? 'app.removed' : 'passkey.removed');
    if (!(await memberHasFactor(tx, memberId))) {
      await deleteRecoveryCodes(tx, memberId);
      if (!isTrustedSignIn) await markTwoFactor(tx, changer.sessionId, false);
    }
    return 'removed';
  });
}

/**
 * Removes all of a member's factors. Must be called in a transaction that also ends the member's sessions.
 */
export async function deleteAllFactors(tx: Database, memberId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.memberId, memberId));
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.memberId, memberId));
  await deleteRecoveryCodes(tx, memberId);
  await queueChange(tx, memberId, 'factors.reset');
}

async function finishChange(
  tx: Database,
  { memberId, sessionId }: Changer,
  change: FactorChange,
): Promise<void> {
  await deleteMemberSessions(tx, memberId, sessionId);
  await markTwoFactor(tx, sessionId, true);
  await queueChange(tx, memberId, change);
}
