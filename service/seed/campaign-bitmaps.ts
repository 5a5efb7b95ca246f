/**
 * Writes campaign_bitmaps for a large number of new campaigns. The trigger computes the facets of every row.
 * For a million rows, computing the facets takes as long as inserting the rows. The seeded campaigns share a
 * few mailings and statuses, so the seed computes the facets only once for each combination.
 */
import { sql } from 'drizzle-orm';
import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import type { Database } from '#lib/database/open.ts';
import type { SortKey } from '../store/column-types.ts';
import { BITS_PER_BLOCK } from '../store/schema.ts';
import type { PlannedCampaign } from './plan.ts';

/** The number of blocks to insert per statement. A block takes one kilobyte, or two kilobytes as text. */
const BLOCKS_PER_INSERT = 2_000;

/** Inserts campaigns without the trigger. After all inserts, call `writeBitmaps`. */
export async function withoutTrigger(tx: Database, write: () => Promise<void>): Promise<void> {
  await tx.execute(sql`alter table campaigns disable trigger user`);
  await write();
  await tx.execute(sql`alter table campaigns enable trigger user`);
}

/** @param mailingOf returns the number of a campaign's mailing in seed_mailings */
export async function writeBitmaps(
  tx: Database,
  plan: readonly PlannedCampaign[],
  firstId: number,
  mailingOf: (campaign: PlannedCampaign) => number,
): Promise<void> {
  const facets = await queryFacets(tx);
  const bitmaps = { id: new Bitmaps(), sent: new Bitmaps() };
  for (const [i, campaign] of plan.entries()) {
    for (const facet of facets.get(combinationKey(mailingOf(campaign), campaign.status)) ?? []) {
      bitmaps.id.set(facet, firstId + i);
      if (campaign.sentNumber !== null) bitmaps.sent.set(facet, campaign.sentNumber);
    }
  }
  await writeBlocks(tx, 'id', bitmaps.id);
  await writeBlocks(tx, 'sent', bitmaps.sent);
}

const combinationKey = (mailing: number, status: string) => `${mailing} ${status}`;

/** Computes the same facets as the trigger does, for each combination of mailing and status. */
async function queryFacets(tx: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const combinations = await tx
    .select({
      number: sql<number>`number`,
      status: sql<string>`status`,
      facets: sql<
        string[]
      >`array['all', 'customer:' || customer_id, 'status:' || status, 'targeting:' || targeting_method]
        || array(select metadata_facet(key, value) from jsonb_each_text(meta_data))`,
    })
    .from(sql`seed_mailings, unnest(${sql.param([...V1_STATUSES])}::text[]) as status`);
  return new Map(combinations.map(({ number, status, facets }) => [combinationKey(number, status), facets]));
}

class Bitmaps {
  readonly facets = new Map<string, Map<number, Uint8Array>>();

  /** Bit 0 of a block is the leftmost bit, as in set_bit. */
  set(facet: string, position: number): void {
    const blocks = this.facets.get(facet) ?? new Map<number, Uint8Array>();
    this.facets.set(facet, blocks);
    const number = Math.floor(position / BITS_PER_BLOCK);
    const block = blocks.get(number) ?? new Uint8Array(BITS_PER_BLOCK / 8);
    blocks.set(number, block);
    const bit = position % BITS_PER_BLOCK;
    block[bit >> 3] = (block[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }
}

async function writeBlocks(tx: Database, sortKey: SortKey, { facets }: Bitmaps): Promise<void> {
  const rows = [...facets].flatMap(([facet, blocks]) =>
    [...blocks].map(([block, bits]) => ({ facet, block, bits })),
  );
  for (let from = 0; from < rows.length; from += BLOCKS_PER_INSERT) {
    const batch = rows.slice(from, from + BLOCKS_PER_INSERT);
    await tx.execute(sql`
      insert into campaign_bitmaps (sort_key, facet, block, bits)
      select ${sortKey}, facet, block, ('x' || bits)::bit(${sql.raw(String(BITS_PER_BLOCK))})
      from unnest(
        ${sql.param(batch.map(({ facet }) => facet))}::text[],
        ${sql.param(batch.map(({ block }) => block))}::integer[],
        ${sql.param(batch.map(({ bits }) => Buffer.from(bits).toString('hex')))}::text[]
      ) as one (facet, block, bits)`);
  }
}
