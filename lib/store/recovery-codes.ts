/** Stores members' recovery codes. */
import 'server-only';
import { and, count, eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { lockMember, queueChange } from './factor-changes.ts';
import { recoveryCodes } from './schema/second-factors.ts';

export interface HashedCode {
  readonly prefix: string;
  readonly codeHash: string;
}

export async function countRecoveryCodes(db: Database, memberId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.memberId, memberId));
  return row?.count ?? 0;
}

export async function findRecoveryCode(db: Database, memberId: string, prefix: string) {
  const [row] = await db
    .select()
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.memberId, memberId), eq(recoveryCodes.prefix, prefix)))
    .limit(1);
  return row;
}

/** Uses up a recovery code. @returns false if another request used the code first */
export function consumeRecoveryCode(db: Database, memberId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.delete(recoveryCodes).where(eq(recoveryCodes.id, id)).returning();
    if (rows.length > 0) await queueChange(tx, memberId, 'recovery_code.used');
    return rows.length > 0;
  });
}

export function replaceRecoveryCodes(
  db: Database,
  memberId: string,
  codes: readonly HashedCode[],
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    await deleteRecoveryCodes(tx, memberId);
    await insertRecoveryCodes(tx, memberId, codes);
    await queueChange(tx, memberId, 'recovery_codes.replaced');
  });
}

/** Replaces the member's codes. An empty list changes nothing. */
export async function insertRecoveryCodes(
  tx: Database,
  memberId: string,
  codes: readonly HashedCode[],
): Promise<void> {
  if (codes.length === 0) return;
  await deleteRecoveryCodes(tx, memberId);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ ...code, memberId })));
}

export const deleteRecoveryCodes = async (tx: Database, memberId: string): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
};
