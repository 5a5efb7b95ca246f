/** Stores the codes that verify guests' email addresses. */
import 'server-only';
import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { GUEST_CODE_MINUTES, MAX_GUEST_CODE_ATTEMPTS } from '#lib/domain/guest-review.ts';
import { makeDecisionDigestDue } from './decision-digests.ts';
import { guestCodes, guestDecisions } from './schema/decisions.ts';
import { shareLinks } from './schema/share-links.ts';
import type { DecisionRow } from './share-links.ts';

/** Stores the code for a decision. Earlier codes for the decision stop working. */
export async function saveGuestCode(db: Database, decisionId: string, codeHash: string): Promise<void> {
  const expiresAt = sql`now() + ${GUEST_CODE_MINUTES} * interval '1 minute'`;
  const code = { codeHash, attempts: 0, expiresAt };
  await db
    .insert(guestCodes)
    .values({ decisionId, ...code })
    .onConflictDoUpdate({ target: guestCodes.decisionId, set: code });
}

/**
 * Finds the latest decision that was made in this browser through this link and that a code can still
 * confirm.
 */
export async function findUnconfirmedDecision(
  db: Database,
  shareLinkId: string,
  browser: string,
): Promise<DecisionRow | undefined> {
  const [row] = await db
    .select({ decision: guestDecisions })
    .from(guestDecisions)
    .innerJoin(guestCodes, eq(guestCodes.decisionId, guestDecisions.id))
    .where(
      and(
        eq(guestDecisions.shareLinkId, shareLinkId),
        eq(guestDecisions.browser, browser),
        isNull(guestDecisions.verifiedAt),
        gt(guestCodes.expiresAt, sql`now()`),
        lt(guestCodes.attempts, MAX_GUEST_CODE_ATTEMPTS),
      ),
    )
    .orderBy(desc(guestDecisions.at), desc(guestDecisions.id))
    .limit(1);
  return row?.decision;
}

/** Whether a guest has ever verified the address in this browser, through any share link. */
export async function hasEverProvenAddress(db: Database, email: string, browser: string): Promise<boolean> {
  const [row] = await db
    .select({ id: guestDecisions.id })
    .from(guestDecisions)
    .where(
      and(
        eq(guestDecisions.email, email),
        eq(guestDecisions.browser, browser),
        isNotNull(guestDecisions.verifiedAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Counts an attempt to confirm a decision, and marks the decision as verified if the code is correct. Locks
 * the link's row, so that the link can't be revoked during the check.
 * @param codeHashes the possible stored hashes of the entered code
 * @returns whether the code was correct, or undefined if the link is no longer live or the code can no longer be used
 */
export function confirmGuestDecision(
  db: Database,
  { id, shareLinkId }: Pick<DecisionRow, 'id' | 'shareLinkId'>,
  codeHashes: readonly string[],
): Promise<boolean | undefined> {
  return db.transaction(async (tx) => {
    const [link] = await tx
      .select({ id: shareLinks.id })
      .from(shareLinks)
      .where(
        and(
          eq(shareLinks.id, shareLinkId),
          isNull(shareLinks.revokedAt),
          gt(shareLinks.expiresAt, sql`now()`),
        ),
      )
      .for('update');
    if (!link) return undefined;
    const [code] = await tx
      .update(guestCodes)
      .set({ attempts: sql`${guestCodes.attempts} + 1` })
      .where(
        and(
          eq(guestCodes.decisionId, id),
          gt(guestCodes.expiresAt, sql`now()`),
          lt(guestCodes.attempts, MAX_GUEST_CODE_ATTEMPTS),
        ),
      )
      .returning();
    if (!code) return undefined;
    if (!codeHashes.includes(code.codeHash)) return false;
    await tx.delete(guestCodes).where(eq(guestCodes.decisionId, id));
    await tx.update(guestDecisions).set({ verifiedAt: sql`now()` }).where(eq(guestDecisions.id, id));
    await makeDecisionDigestDue(tx, shareLinkId);
    return true;
  });
}
