/**
 * Finds the drafts whose checkout has to be read again because a credit that they show was used, or because
 * their customer got a new credit. The sync then reads them before other checkouts.
 */
import 'server-only';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

/**
 * The maximum number of drafts that become due at once. The other drafts are read when their readings are too
 * old.
 */
const MAX_DUE = 200;
/** How many of the customer's newest campaigns are searched for drafts. */
const MAX_CHECKED = 5_000;

const { campaignId, customerId, status, isListed, credit, leftToPay, createdAt, checkoutReadAt, changedAt } =
  indexedCampaigns;

interface CreditChange {
  /** The campaign that used the credit, or whose payment became a credit. */
  readonly campaignId: number;
  readonly customerId: number;
  /**
   * The credit that the campaign's checkout shows now. Null if the other drafts' credit can't be inferred
   * from it.
   */
  readonly credit: number | null;
}

/**
 * Marks the customer's other unpaid drafts as unread, as if they had changed since checkout was read. Drafts
 * that show the same credit as the campaign are probably current. Drafts that another transaction is changing
 * are left out, so that transactions can't deadlock. The drafts that are left out are marked when a reading
 * of another draft shows a different credit.
 */
export async function markDraftsUnread(db: Database, change: CreditChange): Promise<void> {
  const newest = db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(eq(customerId, change.customerId))
    .orderBy(desc(createdAt), desc(campaignId))
    .limit(MAX_CHECKED);
  const due = db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(
      and(
        inArray(campaignId, newest),
        ne(campaignId, change.campaignId),
        sql`${isListed} and ${status} = 'draft' and ${checkoutReadAt} >= ${changedAt}`,
        sql`(${leftToPay} > 0 or ${credit} > 0)`,
        otherCredit(change.credit),
      ),
    )
    .limit(MAX_DUE)
    .for('update', { skipLocked: true });
  await db
    .update(indexedCampaigns)
    .set({ checkoutReadAt: sql`${changedAt} - interval '1 millisecond'` })
    .where(inArray(campaignId, due));
}

const otherCredit = (known: number | null): SQL | undefined =>
  known === null ? undefined : sql`${credit} is distinct from ${known}::bigint`;
