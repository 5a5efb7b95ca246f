import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { PricingInput } from '../rules/order.ts';
import type { SortKey } from './column-types.ts';
import { artworks, campaigns, recipientLists, senders, templates } from './schema.ts';

export type StoredCampaign = typeof campaigns.$inferSelect;

/** A campaign with the related rows that a response includes. */
export interface CampaignRecord {
  readonly campaign: StoredCampaign;
  readonly artwork: Pick<typeof artworks.$inferSelect, 'id' | 'token' | 'size' | 'state' | 'values'>;
  readonly list: typeof recipientLists.$inferSelect;
  readonly sender: typeof senders.$inferSelect;
  /** Null if the template has been deleted. */
  readonly template: { readonly uid: string; readonly name: string } | null;
}

/**
 * Selects a campaign. Operations with a customer in the path also set `customer_id`, so that another
 * customer's campaign isn't found.
 */
export interface CampaignSelector {
  readonly id: number;
  readonly customer_id?: number;
}

const matchesSelector = ({ id, customer_id }: CampaignSelector) =>
  and(eq(campaigns.id, id), customer_id === undefined ? undefined : eq(campaigns.customerId, customer_id));

function selectRecords(db: Database) {
  return db
    .select({
      campaign: campaigns,
      artwork: {
        id: artworks.id,
        token: artworks.token,
        size: artworks.size,
        state: artworks.state,
        values: artworks.values,
      },
      list: recipientLists,
      sender: senders,
      template: { uid: templates.uid, name: templates.name },
    })
    .from(campaigns)
    .innerJoin(artworks, eq(artworks.id, campaigns.artworkId))
    .innerJoin(recipientLists, eq(recipientLists.id, campaigns.recipientListId))
    .innerJoin(senders, eq(senders.id, campaigns.senderId))
    .leftJoin(templates, eq(templates.id, campaigns.templateId));
}

export async function findCampaignRecord(
  db: Database,
  selector: CampaignSelector,
): Promise<CampaignRecord | undefined> {
  const [record] = await selectRecords(db).where(matchesSelector(selector));
  return record;
}

/** Finds a campaign and locks its row until the transaction ends. */
export async function lockCampaign(
  tx: Database,
  selector: CampaignSelector,
): Promise<CampaignRecord | undefined> {
  const [record] = await selectRecords(tx).where(matchesSelector(selector)).for('update', { of: campaigns });
  return record;
}

/** Finds the campaigns whose sort key is one of `positions`, in no particular order. */
export function findCampaignsAt(
  db: Database,
  sortKey: SortKey,
  positions: number[],
): Promise<CampaignRecord[]> {
  return selectRecords(db).where(inArray(sortKey === 'id' ? campaigns.id : campaigns.sentNumber, positions));
}

export async function updateCampaign(
  tx: Database,
  id: number,
  change: Partial<typeof campaigns.$inferInsert>,
  now: number,
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ ...change, updatedAt: new Date(now) })
    .where(eq(campaigns.id, id));
}

export async function insertCampaign(tx: Database, row: typeof campaigns.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(campaigns).values(row).returning({ id: campaigns.id });
  if (!inserted) throw new Error('The insert returned no row.');
  return inserted.id;
}

export async function deleteCampaignRow(tx: Database, id: number): Promise<void> {
  await tx.delete(campaigns).where(eq(campaigns.id, id));
}

export function toPricingInput({ campaign, artwork }: CampaignRecord): PricingInput {
  return { ...campaign, size: artwork.size };
}
