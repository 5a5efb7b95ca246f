/**
 * Finds, in the campaign index, the campaigns that members should be reminded about, and records the
 * reminders.
 */
import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { minutes, queueNotifications } from './notifications.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { notifications, paidDrafts } from './schema/notifications.ts';

/** A queued campaign that goes out soon, as shown in the index. */
export interface DueCampaign {
  readonly campaignId: number;
  readonly scheduledAt: Date;
  /** The higher of the totals with and without a copy for the sender, in minor units. Null if it isn't known. */
  readonly highestTotal: number | null;
}

/**
 * Returns the queued campaigns that go out in a period and that no one has been notified about. The campaigns
 * are in the order in which they go out.
 * @param from in milliseconds since the epoch, on the mail service's clock
 * @param after continues after this campaign
 */
export async function listDueCampaigns(
  db: Database,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
  after?: DueCampaign,
): Promise<readonly DueCampaign[]> {
  const { campaignId, scheduledAt, highestTotal } = campaigns;
  const about = sql`${campaignId} || '@' || (extract(epoch from ${scheduledAt}) * 1000)::bigint`;
  const rows = await db
    .select({ campaignId, scheduledAt, highestTotal })
    .from(campaigns)
    .where(
      and(
        campaigns.isListed,
        eq(campaigns.status, 'queued'),
        gt(scheduledAt, new Date(from)),
        lte(scheduledAt, new Date(to)),
        after &&
          sql`(${scheduledAt}, ${campaignId}) > (${after.scheduledAt.toISOString()}::timestamptz, ${after.campaignId})`,
        sql`not exists (select 1 from ${notifications} where ${notifications.kind} = 'campaign.due_unapproved' and ${notifications.about} = ${about})`,
      ),
    )
    .orderBy(asc(scheduledAt), asc(campaignId))
    .limit(limit);
  return rows.flatMap((row) => (row.scheduledAt ? [{ ...row, scheduledAt: row.scheduledAt }] : []));
}

/**
 * Returns the higher of an indexed campaign's totals with and without a copy for the sender, in minor units.
 * Null if it isn't known.
 */
export async function findHighestTotal(db: Database, campaignId: number): Promise<number | null> {
  const [row] = await db
    .select({ highestTotal: campaigns.highestTotal })
    .from(campaigns)
    .where(eq(campaigns.campaignId, campaignId));
  return row?.highestTotal ?? null;
}

const isPaidDraft = and(campaigns.isListed, eq(campaigns.payment, 'paid_not_sent'));

/**
 * Records which drafts are paid, and removes the drafts that are no longer paid. Keeps drafts that haven't
 * been read since the index was rebuilt.
 */
export async function trackPaidDrafts(db: Database): Promise<void> {
  const isTracked = sql`exists (select 1 from ${paidDrafts} where ${paidDrafts.campaignId} = ${campaigns.campaignId})`;
  await db
    .insert(paidDrafts)
    .select(
      db
        .select({
          campaignId: campaigns.campaignId,
          since: sql<Date>`now()`.as('since'),
          queuedAt: sql<Date | null>`null::timestamptz`.as('queued_at'),
        })
        .from(campaigns)
        .where(and(isPaidDraft, sql`not ${isTracked}`)),
    )
    .onConflictDoNothing();
  const isOver = or(
    isNotNull(campaigns.goneAt),
    and(isNotNull(campaigns.readAt), sql`${campaigns.status} <> 'draft'`),
    sql`${campaigns.payment} <> 'paid_not_sent'`,
  );
  await db
    .delete(paidDrafts)
    .where(
      sql`exists (select 1 from ${campaigns} where ${campaigns.campaignId} = ${paidDrafts.campaignId} and ${isOver})`,
    );
}

export interface PaidDraft {
  readonly campaignId: number;
  readonly since: Date;
}

/**
 * Queues notifications about drafts that were paid for at least a day ago, once for each draft and payment.
 * Runs in one transaction, so that two servers can't queue the same notification.
 * @param recipientsOf returns the members to notify about each of the drafts
 */
export function queuePaidDrafts(
  db: Database,
  { afterMinutes, limit }: { readonly afterMinutes: number; readonly limit: number },
  recipientsOf: (
    tx: Database,
    drafts: readonly PaidDraft[],
  ) => Promise<readonly { readonly about: string; readonly memberId: string }[]>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { campaignId, since, queuedAt } = paidDrafts;
    const drafts = await tx
      .select({ campaignId, since })
      .from(paidDrafts)
      .where(and(isNull(queuedAt), lte(since, sql`now() - ${minutes(afterMinutes)}`)))
      .orderBy(asc(since), asc(campaignId))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (drafts.length === 0) return;
    await queueNotifications(tx, 'campaign.paid_unsent', await recipientsOf(tx, drafts));
    await tx
      .update(paidDrafts)
      .set({ queuedAt: sql`now()` })
      .where(
        inArray(
          campaignId,
          drafts.map((draft) => draft.campaignId),
        ),
      );
  });
}
