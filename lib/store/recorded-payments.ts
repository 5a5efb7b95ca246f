/** Writes the amounts in checkout to the campaign index. */
import 'server-only';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { IndexedPayment } from '#lib/domain/campaign-reading.ts';
import { requestTime } from './elapsed.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { markDraftsUnread } from './shared-credits.ts';

/**
 * Records a campaign's amounts from checkout (4.6), unless a later response has already been stored. If the
 * credit changed or was used, the customer's other drafts become unread, because they can show the same
 * credit.
 */
export async function recordPayment(
  db: Database,
  campaignId: number,
  payment: IndexedPayment,
  requestedMsAgo: number,
): Promise<void> {
  const requestedAt = requestTime(requestedMsAgo);
  const { checkoutReadAt, credit, alreadyPaid } = indexedCampaigns;
  const isCampaign = eq(indexedCampaigns.campaignId, campaignId);
  const [before] = await db
    .select({ isRead: sql<boolean>`${checkoutReadAt} is not null`, credit, alreadyPaid })
    .from(indexedCampaigns)
    .where(isCampaign);
  const [after] = await db
    .update(indexedCampaigns)
    .set({ ...payment, checkoutReadAt: requestedAt })
    .where(
      and(
        isCampaign,
        or(isNull(checkoutReadAt), lt(checkoutReadAt, requestedAt), gt(checkoutReadAt, sql`now()`)),
      ),
    )
    .returning({ customerId: indexedCampaigns.customerId, credit, alreadyPaid });
  if (!before?.isRead || !after || after.customerId === null || after.credit === null) return;
  const isUsed = after.credit > 0 && before.alreadyPaid !== after.alreadyPaid;
  if (before.credit !== after.credit || isUsed)
    await markDraftsUnread(db, { campaignId, customerId: after.customerId, credit: after.credit });
}
