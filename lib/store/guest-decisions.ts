/** What guests decide through a link: every decision is kept, and a form that was sent twice is one. */
import 'server-only';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { announce } from './notifications.ts';
import { guestDecisions, shareLinks } from './schema.ts';
import { addDecision, type DecisionRow, type NewDecision } from './share-links.ts';

/** So many are shown to guests: enough for everybody who has a word in one mailing. */
const MOST_GUESTS = 20;

/** The last decision of each guest of this link, newest first. A guest is who gives the same e-mail address. */
export async function latestDecisions(db: Database, shareLinkId: string): Promise<DecisionRow[]> {
  const rows = await db
    .selectDistinctOn([guestDecisions.email])
    .from(guestDecisions)
    .where(eq(guestDecisions.shareLinkId, shareLinkId))
    .orderBy(guestDecisions.email, desc(guestDecisions.at), desc(guestDecisions.id));
  return rows.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MOST_GUESTS);
}

export interface Decided {
  readonly decision: DecisionRow;
  /** False when this guest had said the very same last. */
  readonly isNew: boolean;
}

/**
 * Records a decision as long as its link is live: the link's row is held meanwhile, so that it can't be revoked in
 * between, and two sendings of one form come one after the other.
 * @returns undefined when the link is not live any more
 */
export function decide(db: Database, decision: NewDecision): Promise<Decided | undefined> {
  return db.transaction(async (tx) => {
    const [share] = await tx
      .select({ id: shareLinks.id, memberId: shareLinks.memberId })
      .from(shareLinks)
      .where(
        and(
          eq(shareLinks.id, decision.shareLinkId),
          isNull(shareLinks.revokedAt),
          gt(shareLinks.expiresAt, sql`now()`),
        ),
      )
      .for('update');
    if (!share) return undefined;
    const last = await lastOf(tx, decision);
    if (last && isSame(last, decision)) return { decision: last, isNew: false };
    const added = await addDecision(tx, decision);
    await announce(tx, 'decided', added.id, share.memberId);
    return { decision: added, isNew: true };
  });
}

/** What this guest said last through this link. */
async function lastOf(
  db: Database,
  { shareLinkId, email }: Pick<DecisionRow, 'shareLinkId' | 'email'>,
): Promise<DecisionRow | undefined> {
  const [last] = await db
    .select()
    .from(guestDecisions)
    .where(and(eq(guestDecisions.shareLinkId, shareLinkId), eq(guestDecisions.email, email)))
    .orderBy(desc(guestDecisions.at), desc(guestDecisions.id))
    .limit(1);
  return last;
}

const isSame = (last: DecisionRow, next: NewDecision): boolean =>
  last.decision === next.decision &&
  last.fingerprint === next.fingerprint &&
  last.name === next.name &&
  last.comment === (next.comment ?? null);

/**
 * With what the member called the link that it was made through. Undefined too when the guest has decided anew since: that
 * is told then.
 */
export async function standingDecision(
  db: Database,
  id: string,
): Promise<(DecisionRow & { readonly label: string }) | undefined> {
  const [row] = await db
    .select()
    .from(guestDecisions)
    .innerJoin(shareLinks, eq(shareLinks.id, guestDecisions.shareLinkId))
    .where(eq(guestDecisions.id, id))
    .limit(1);
  if (!row) return undefined;
  const { share_decisions: decision, shares: share } = row;
  const latest = await lastOf(db, decision);
  return latest?.id === id ? { ...decision, label: share.label } : undefined;
}
