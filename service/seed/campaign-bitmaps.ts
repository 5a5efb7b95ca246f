/**
 * The bitmaps behind the lists for very many new campaigns at once. The trigger that keeps them looks at every feature
 * of every row, which for a million rows takes as long as everything else; but they are of a few mailings and statuses,
 * so the features are asked for once for each of those, and the bits are set here.
 */
import { sql } from 'drizzle-orm';
import { V1_STATUSES } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { MARKS_PER_BLOCK } from '../store/schema.ts';
import type { PlannedCampaign } from './plan.ts';

/** Blocks in a statement: a kilobyte each, twice that as text. */
const BATCH = 2_000;

/** Lets `write` put campaigns into their table without the trigger. Their marks have to be written then. */
export async function withoutTrigger(tx: Database, write: () => Promise<void>): Promise<void> {
  await tx.execute(sql`alter table campaigns disable trigger user`);
  await write();
  await tx.execute(sql`alter table campaigns enable trigger user`);
}

/** @param mailingOf the number of a campaign's mailing in seed_mailings */
export async function writeMarks(
  tx: Database,
  plan: readonly PlannedCampaign[],
  firstId: number,
  mailingOf: (campaign: PlannedCampaign) => number,
): Promise<void> {
  const features = await featuresOfAll(tx);
  const bitmaps = { id: new Bitmaps(), sent: new Bitmaps() };
  for (const [i, campaign] of plan.entries()) {
    for (const feature of features.get(kindOf(mailingOf(campaign), campaign.status)) ?? []) {
      bitmaps.id.set(feature, firstId + i);
      if (campaign.sentNumber !== null) bitmaps.sent.set(feature, campaign.sentNumber);
    }
  }
  await writeBlocks(tx, 'id', bitmaps.id);
  await writeBlocks(tx, 'sent', bitmaps.sent);
}

const kindOf = (mailing: number, status: string) => `${mailing} ${status}`;

/** What the trigger would find in a campaign of a mailing and a status. */
async function featuresOfAll(tx: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const kinds = await tx
    .select({
      number: sql<number>`number`,
      status: sql<string>`status`,
      features: sql<
        string[]
      >`array['all', 'customer:' || customer_id, 'status:' || status, 'targeting:' || targeting_method]
        || array(select meta_feature(key, value) from jsonb_each_text(meta_data))`,
    })
    .from(sql`seed_mailings, unnest(${sql.param([...V1_STATUSES])}::text[]) as status`);
  return new Map(kinds.map(({ number, status, features }) => [kindOf(number, status), features]));
}

class Bitmaps {
  readonly features = new Map<string, Map<number, Uint8Array>>();

  /** Bit 0 of a block is its leftmost, as set_bit counts. */
  set(feature: string, place: number): void {
    const blocks = this.features.get(feature) ?? new Map<number, Uint8Array>();
    this.features.set(feature, blocks);
    const number = Math.floor(place / MARKS_PER_BLOCK);
    const block = blocks.get(number) ?? new Uint8Array(MARKS_PER_BLOCK / 8);
    blocks.set(number, block);
    const at = place % MARKS_PER_BLOCK;
    block[at >> 3] = (block[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
}

async function writeBlocks(tx: Database, axis: 'id' | 'sent', { features }: Bitmaps): Promise<void> {
  const rows = [...features].flatMap(([feature, blocks]) =>
    [...blocks].map(([block, marks]) => ({ feature, block, marks })),
  );
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await tx.execute(sql`
      insert into campaign_marks (axis, feature, block, marks)
      select ${axis}, feature, block, ('x' || marks)::bit(${sql.raw(String(MARKS_PER_BLOCK))})
      from unnest(
        ${sql.param(batch.map(({ feature }) => feature))}::text[],
        ${sql.param(batch.map(({ block }) => block))}::integer[],
        ${sql.param(batch.map(({ marks }) => Buffer.from(marks).toString('hex')))}::text[]
      ) as one (feature, block, marks)`);
  }
}
