import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { Priced } from '../rules/order.ts';
import { artworks, campaigns, recipientLists, senders, templates } from './schema.ts';

export type StoredCampaign = typeof campaigns.$inferSelect;

/** A campaign with all that an answer shows of it. */
export interface CampaignRecord {
  readonly campaign: StoredCampaign;
  readonly artwork: Pick<typeof artworks.$inferSelect, 'id' | 'token' | 'size' | 'state' | 'values'>;
  readonly list: typeof recipientLists.$inferSelect;
  readonly sender: typeof senders.$inferSelect;
  /** Null once the template is deleted. */
  readonly template: { readonly uid: string; readonly name: string } | null;
}

/** Which campaign: the scoped operations name its customer too, and another's is not found. */
export interface WhichCampaign {
  readonly id: number;
  readonly customer_id?: number;
}

const ofWhich = ({ id, customer_id }: WhichCampaign) =>
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

export async function findCampaign(db: Database, which: WhichCampaign): Promise<CampaignRecord | undefined> {
  const [record] = await selectRecords(db).where(ofWhich(which));
  return record;
}

/** As `findCampaign`, and nobody else can change the campaign until the transaction ends. */
export async function lockCampaign(tx: Database, which: WhichCampaign): Promise<CampaignRecord | undefined> {
  const [record] = await selectRecords(tx).where(ofWhich(which)).for('update', { of: campaigns });
  return record;
}

/** The campaigns at these places of an axis, in no order. */
export function campaignsAt(db: Database, axis: 'id' | 'sent', places: number[]): Promise<CampaignRecord[]> {
  return selectRecords(db).where(inArray(axis === 'id' ? campaigns.id : campaigns.sentNumber, places));
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
  if (!inserted) throw new Error('An insert answered no row.');
  return inserted.id;
}

export async function removeCampaign(tx: Database, id: number): Promise<void> {
  await tx.delete(campaigns).where(eq(campaigns.id, id));
}

export function pricedOf({ campaign, artwork }: CampaignRecord): Priced {
  return { ...campaign, size: artwork.size };
}
