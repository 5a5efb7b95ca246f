/**
 * Digests of guests' decisions. A member gets at most one email per share link every 15 minutes. The outbox
 * contains one row for each member and link. A later decision reopens the row.
 */
import 'server-only';
import { and, asc, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { MAX_GUEST_CODE_ATTEMPTS } from '#lib/domain/guest-review.ts';
import { DIGEST_MINUTES } from '#lib/domain/rate-limits.ts';
import { env } from '#lib/env/env.ts';
import type { NotificationRow } from './notifications.ts';
import { guestCodes, guestDecisions } from './schema/decisions.ts';
import { notifications } from './schema/notifications.ts';
import { shareLinks } from './schema/share-links.ts';
import type { DecisionRow, ShareLinkRow } from './share-links.ts';

const minutes = (count: number) => sql`${count} * interval '1 minute'`;

/** Whether the member who shared the link gets emails about decisions. */
export const isReported = ({ memberId }: Pick<ShareLinkRow, 'memberId'>): boolean =>
  env().email !== null && memberId !== null;

/**
 * Queues a digest for the member who shared the link. Must be called in the transaction that writes the
 * decision.
 * @param delayMinutes the minimum wait, for example to give the guest time to enter a code
 */
export async function queueDecisionDigest(
  tx: Database,
  { id, memberId }: Pick<ShareLinkRow, 'id' | 'memberId'>,
  delayMinutes: number,
): Promise<void> {
  if (!env().email || memberId === null) return;
  const due = sql`now() + ${minutes(delayMinutes)}`;
  const { closedAt, notBefore, nextDeliveryAt, deliveryAttempts } = notifications;
  const afterLast = sql`${closedAt} + ${minutes(DIGEST_MINUTES)}`;
  await tx
    .insert(notifications)
    .values({ kind: 'decisions', about: id, memberId, nextDeliveryAt: due })
    .onConflictDoUpdate({
      target: [notifications.kind, notifications.about, notifications.memberId],
      set: {
        closedAt: null,
        deliveryAttempts: sql`case when ${closedAt} is null then ${deliveryAttempts} else 0 end`,
        notBefore: sql`case when ${closedAt} is null then ${notBefore} else ${afterLast} end`,
        // Don't reschedule an email that is being sent or is waiting for another delivery attempt.
        nextDeliveryAt: sql`case
          when ${closedAt} is not null then greatest(${due}, ${afterLast})
          when ${deliveryAttempts} = 0 then least(${nextDeliveryAt}, greatest(${due}, ${notBefore}))
          else ${nextDeliveryAt} end`,
      },
    });
}

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
    eq(notifications.kind, 'decisions'),
    eq(notifications.memberId, from),
    isNull(notifications.closedAt),
  );
  for (const link of links) {
    const closed = await tx
      .update(notifications)
      .set({ closedAt: sql`now()` })
      .where(and(isOpen, eq(notifications.about, link.id)))
      .returning({ id: notifications.id });
    if (closed.length > 0) await queueDecisionDigest(tx, link, 0);
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
        eq(notifications.kind, 'decisions'),
        eq(notifications.about, shareLinkId),
        isNull(notifications.closedAt),
        eq(notifications.deliveryAttempts, 0),
      ),
    );
}

export interface DecisionDigest {
  readonly link: ShareLinkRow;
  /**
   * The decisions that no email has listed yet, oldest first. Omits decisions that may still be confirmed
   * with a code.
   */
  readonly decisions: readonly DecisionRow[];
}

/** Reads the contents of a digest. Returns undefined if the link no longer exists. */
export async function readDecisionDigest(
  db: Database,
  shareLinkId: string,
): Promise<DecisionDigest | undefined> {
  const [link] = await db.select().from(shareLinks).where(eq(shareLinks.id, shareLinkId)).limit(1);
  if (!link) return undefined;
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
  const decisions = await db
    .select()
    .from(guestDecisions)
    .where(and(isUnreported(shareLinkId), notExists(liveCode)))
    .orderBy(asc(guestDecisions.at), asc(guestDecisions.id));
  return { link, decisions };
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
 * Records that decisions need no further email. Closes the digest, or schedules the next one if there are
 * other decisions, such as one that a guest made while the email was being sent. If the link now belongs to
 * another member, that member gets the next digest.
 * @param decisionIds the decisions, or `all` if the member no longer gets emails
 */
export function finishDecisionDigest(
  db: Database,
  { id, about, memberId }: Pick<NotificationRow, 'id' | 'about' | 'memberId'>,
  decisionIds: readonly string[] | 'all',
): Promise<void> {
  return db.transaction(async (tx) => {
    // Saving a decision also locks this row, so each new decision either is found below or reopens the row.
    await tx.select().from(notifications).where(eq(notifications.id, id)).for('update');
    const [link] = await tx.select().from(shareLinks).where(eq(shareLinks.id, about)).limit(1);
    if (link?.memberId !== memberId) {
      await tx.update(notifications).set({ closedAt: sql`now()` }).where(eq(notifications.id, id));
      if (link) await queueDecisionDigest(tx, link, 0);
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
    const afterThis = sql`now() + ${minutes(DIGEST_MINUTES)}`;
    const next =
      decisionIds.length > 0
        ? { nextDeliveryAt: afterThis, notBefore: afterThis }
        : { nextDeliveryAt: sql`(${nextExpiry(tx, about)})` };
    await tx
      .update(notifications)
      .set(remaining ? { deliveryAttempts: 0, ...next } : { closedAt: sql`now()` })
      .where(eq(notifications.id, id));
  });
}
