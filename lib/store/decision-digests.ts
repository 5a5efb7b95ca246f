/**
 * The guests' decisions that are listed in the emails about a share link. The outbox contains one row for
 * each member and link, and a later decision reopens the row. A decision's row stores the time of the email
 * that listed the decision.
 */
import 'server-only';
import { and, asc, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { MAX_GUEST_CODE_ATTEMPTS } from '#lib/domain/guest-review.ts';
import { notificationRule } from '#lib/domain/notification.ts';
import { env } from '#lib/env/env.ts';
import { minutes, type NotificationRow, queueNotification } from './notifications.ts';
import { guestCodes, guestDecisions } from './schema/decisions.ts';
import { notifications } from './schema/notifications.ts';
import { shareLinks } from './schema/share-links.ts';
import type { DecisionRow, ShareLinkRow } from './share-links.ts';

/** Whether the member who shared the link gets emails about decisions. */
export const isReported = ({ memberId }: Pick<ShareLinkRow, 'memberId'>): boolean =>
  env().email !== null && memberId !== null;

/**
 * Transfers a member's unsent digests to the members who took over the links.
 * @param links the links, which already belong to the other members
 */
export async function transferDecisionDigests(
  tx: Database,
  from: string,
  links: readonly ShareLinkRow[],
): Promise<void> {
  const isOpen = and(
    eq(notifications.kind, 'guest.decided'),
    eq(notifications.memberId, from),
    isNull(notifications.closedAt),
  );
  for (const link of links) {
    const closed = await tx
      .update(notifications)
      .set({ closedAt: sql`now()` })
      .where(and(isOpen, eq(notifications.about, link.id)))
      .returning({ id: notifications.id });
    if (closed.length > 0) await queueNotification(tx, 'guest.decided', link.id, link.memberId);
  }
}

/**
 * If a digest is waiting for a guest's code, schedules the digest for now, or for 15 minutes after the last
 * digest if that is later.
 */
export async function makeDecisionDigestDue(tx: Database, shareLinkId: string): Promise<void> {
  await tx
    .update(notifications)
    .set({ nextDeliveryAt: sql`greatest(now(), ${notifications.notBefore})` })
    .where(
      and(
        eq(notifications.kind, 'guest.decided'),
        eq(notifications.about, shareLinkId),
        isNull(notifications.closedAt),
        eq(notifications.deliveryAttempts, 0),
      ),
    );
}

export interface DecisionDigest {
  readonly link: ShareLinkRow;
  /**
   * The decisions that no email has listed yet, oldest first. Omits decisions that can still be confirmed
   * with a code.
   */
  readonly decisions: readonly DecisionRow[];
}

/**
 * Reads the contents of digests about share links, keyed by the link's id. Leaves out links that no longer
 * exist.
 */
export async function readDecisionDigests(
  db: Database,
  shareLinkIds: readonly string[],
): Promise<ReadonlyMap<string, DecisionDigest>> {
  if (shareLinkIds.length === 0) return new Map();
  const ids = [...shareLinkIds];
  const liveCode = db
    .select({ id: guestCodes.decisionId })
    .from(guestCodes)
    .where(
      and(
        eq(guestCodes.decisionId, guestDecisions.id),
        gt(guestCodes.expiresAt, sql`now()`),
        lt(guestCodes.attempts, MAX_GUEST_CODE_ATTEMPTS),
      ),
    );
  const [links, decisions] = await Promise.all([
    db.select().from(shareLinks).where(inArray(shareLinks.id, ids)),
    db
      .select()
      .from(guestDecisions)
      .where(
        and(inArray(guestDecisions.shareLinkId, ids), isNull(guestDecisions.reportedAt), notExists(liveCode)),
      )
      .orderBy(asc(guestDecisions.at), asc(guestDecisions.id)),
  ]);
  const decisionsAbout = (id: string) => decisions.filter(({ shareLinkId }) => shareLinkId === id);
  return new Map(links.map((link) => [link.id, { link, decisions: decisionsAbout(link.id) }]));
}

/** Selects the time when the next code for an unreported decision expires. */
const nextExpiry = (db: Database, shareLinkId: string) =>
  db
    .select({ at: sql`coalesce(min(${guestCodes.expiresAt}), now())` })
    .from(guestCodes)
    .innerJoin(guestDecisions, eq(guestDecisions.id, guestCodes.decisionId))
    .where(and(isUnreported(shareLinkId), gt(guestCodes.expiresAt, sql`now()`)));

const isUnreported = (shareLinkId: string) =>
  and(eq(guestDecisions.shareLinkId, shareLinkId), isNull(guestDecisions.reportedAt));

/**
 * Records that decisions need no further email. Closes the row in the outbox, or schedules the next email if
 * there are other decisions, such as one that a guest made while the email was being sent. If the link now
 * belongs to another member, that member gets the next email. Must be called in a transaction.
 * @param decisionIds the decisions, or `all` if the member no longer gets emails
 */
export async function finishDecisions(
  tx: Database,
  { id, about, memberId }: Pick<NotificationRow, 'id' | 'about' | 'memberId'>,
  decisionIds: readonly string[] | 'all',
): Promise<void> {
  // Saving a decision also locks this row, so each new decision either is found below or reopens the row.
  await tx.select().from(notifications).where(eq(notifications.id, id)).for('update');
  const close = { closedAt: sql`now()`, digestAt: null };
  const [link] = await tx.select().from(shareLinks).where(eq(shareLinks.id, about)).limit(1);
  if (link?.memberId !== memberId) {
    await tx.update(notifications).set(close).where(eq(notifications.id, id));
    if (link) await queueNotification(tx, 'guest.decided', link.id, link.memberId);
    return;
  }
  const isListed = decisionIds === 'all' ? undefined : inArray(guestDecisions.id, [...decisionIds]);
  await tx
    .update(guestDecisions)
    .set({ reportedAt: sql`now()` })
    .where(and(isUnreported(about), isListed));
  const [remaining] = await tx
    .select({ id: guestDecisions.id })
    .from(guestDecisions)
    .where(isUnreported(about))
    .limit(1);
  const afterThis = sql`now() + ${minutes(notificationRule('guest.decided').minutesBetween ?? 0)}`;
  const next =
    decisionIds.length > 0
      ? { nextDeliveryAt: afterThis, notBefore: afterThis }
      : { nextDeliveryAt: sql`(${nextExpiry(tx, about)})` };
  await tx
    .update(notifications)
    .set(remaining ? { deliveryAttempts: 0, digestAt: null, ...next } : close)
    .where(eq(notifications.id, id));
}
