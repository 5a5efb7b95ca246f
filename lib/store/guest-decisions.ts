/**
 * Stores guests' decisions. All decisions are kept, but submitting the same form twice counts as one
 * decision.
 */
import 'server-only';
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { GUEST_CODE_MINUTES, PROVEN_HOURS } from '#lib/domain/guest-review.ts';
import { isReported } from './decision-digests.ts';
import { queueNotification } from './notifications.ts';
import { guestDecisions, memberDecisions } from './schema/decisions.ts';
import { shareLinks } from './schema/share-links.ts';
import { type DecisionRow, insertDecision, type NewDecision } from './share-links.ts';

/** The maximum number of guests whose decisions a guest page shows. */
const MAX_GUESTS = 20;

/**
 * Identifies a guest by email address and, unless the address is verified, also by browser, so that a guest
 * who only types an address can't replace another guest's decision.
 */
const guestIdentity: SQL = sql`case when ${guestDecisions.verifiedAt} is null
  then coalesce(${guestDecisions.browser}::text, '') else 'verified' end || ' ' || ${guestDecisions.email}`;

/** Returns each guest's latest decision through this link, newest first. */
export async function queryLatestDecisions(db: Database, shareLinkId: string): Promise<DecisionRow[]> {
  const rows = await db
    .selectDistinctOn([guestIdentity])
    .from(guestDecisions)
    .where(eq(guestDecisions.shareLinkId, shareLinkId))
    .orderBy(guestIdentity, desc(guestDecisions.at), desc(guestDecisions.id));
  return rows.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_GUESTS);
}

export interface SavedDecision {
  readonly decision: DecisionRow;
  /** False if this decision repeats the guest's latest decision. */
  readonly isNew: boolean;
}

/**
 * Records a decision if its link is live. Locks the link's row until the decision is saved, so that the link
 * can't be revoked during that time, and so that two submissions of the same form can't be processed at once.
 * @param awaitsCode true if the guest gets a code. The email to the member then waits until the guest enters
 * the code or the code expires.
 * @returns the saved decision, or undefined if the link is no longer live
 */
export function saveGuestDecision(
  db: Database,
  decision: NewDecision,
  awaitsCode = false,
): Promise<SavedDecision | undefined> {
  return db.transaction(async (tx) => {
    const [link] = await tx
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
    if (!link) return undefined;
    const latest = await findLatest(tx, decision);
    if (latest && isRepeat(latest, decision)) return { decision: latest, isNew: false };
    const isProven = await hasProvenAddress(tx, decision);
    const added = await insertDecision(tx, {
      ...decision,
      verifiedAt: isProven ? sql`now()` : null,
      reportedAt: isReported(link) ? null : sql`now()`,
    });
    const delayMinutes = awaitsCode && !isProven ? GUEST_CODE_MINUTES : 0;
    await queueNotification(tx, 'guest.decided', link.id, link.memberId, delayMinutes);
    return { decision: added, isNew: true };
  });
}

type Author = Pick<NewDecision, 'shareLinkId' | 'email' | 'browser'>;

const isBy = ({ shareLinkId, email, browser }: Author) =>
  and(
    eq(guestDecisions.shareLinkId, shareLinkId),
    eq(guestDecisions.email, email),
    browser ? eq(guestDecisions.browser, browser) : isNull(guestDecisions.browser),
  );

/** Whether the guest has recently verified the address in this browser. */
async function hasProvenAddress(db: Database, author: Author): Promise<boolean> {
  const [proven] = await db
    .select({ id: guestDecisions.id })
    .from(guestDecisions)
    .where(
      and(
        isBy(author),
        author.browser ? undefined : sql`false`,
        gt(guestDecisions.verifiedAt, sql`now() - ${PROVEN_HOURS} * interval '1 hour'`),
      ),
    )
    .limit(1);
  return proven !== undefined;
}

/** Finds the latest decision that was made in this browser with this email address through this link. */
async function findLatest(db: Database, author: Author): Promise<DecisionRow | undefined> {
  const [latest] = await db
    .select()
    .from(guestDecisions)
    .where(isBy(author))
    .orderBy(desc(guestDecisions.at), desc(guestDecisions.id))
    .limit(1);
  return latest;
}

const isRepeat = (latest: DecisionRow, next: NewDecision): boolean =>
  latest.decision === next.decision &&
  latest.fingerprint === next.fingerprint &&
  latest.name === next.name &&
  latest.comment === (next.comment ?? null);

/** Finds the id of the latest decision that a guest or a member made about a campaign. */
export async function findLatestDecisionId(db: Database, campaignId: number): Promise<string | undefined> {
  const selectIds = (table: typeof guestDecisions | typeof memberDecisions) =>
    db.select({ id: table.id, at: table.at }).from(table).where(eq(table.campaignId, campaignId));
  const both = unionAll(selectIds(guestDecisions), selectIds(memberDecisions)).as('both');
  const [row] = await db.select({ id: both.id }).from(both).orderBy(desc(both.at), desc(both.id)).limit(1);
  return row?.id;
}
