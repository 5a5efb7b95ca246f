/** Tests the trigger that updates campaign_bitmaps when rows in campaigns change. */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { BITS_PER_BLOCK, campaigns } from '#service/store/schema.ts';
import { createServiceDataFolder, draftRow, MIGRATIONS } from './fixture.ts';

let folder: string;
let open: OpenDatabase;
beforeAll(async () => {
  folder = await createServiceDataFolder();
  open = await openDatabase({ folder, migrations: MIGRATIONS });
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the set bits of campaign_bitmaps, one row per bit. */
const readBits = () =>
  open.db
    .select({
      sortKey: sql<string>`sort_key`,
      facet: sql<string>`facet`,
      position: sql`position`.mapWith(Number),
    })
    .from(
      sql`(select sort_key, facet, block * ${BITS_PER_BLOCK}::bigint + bit as position
        from campaign_bitmaps, generate_series(0, ${BITS_PER_BLOCK - 1}) as bit
        where get_bit(bits, bit) = 1) as set_bits`,
    )
    .orderBy(sql`1, 2, 3`);

/** Computes the expected bits from the rows in campaigns. */
const computeBits = () =>
  open.db
    .select({
      sortKey: sql<string>`sort_key`,
      facet: sql<string>`facet`,
      position: sql`position`.mapWith(Number),
    })
    .from(
      sql`(select sort_key, facet, position from campaigns,
        lateral (values ('id', id), ('sent', sent_number)) as positions (sort_key, position),
        lateral (
          values ('all'), ('customer:' || customer_id), ('status:' || status), ('targeting:' || targeting_method)
          union all select metadata_facet(key, value) from jsonb_each_text(meta_data)
        ) as facets (facet)
        where position is not null) as expected_bits`,
    )
    .orderBy(sql`1, 2, 3`);

test('the bitmaps are updated when campaigns are inserted, updated, or deleted', async () => {
  const { db } = open;
  const metaData = { a: '1', 'b:c': 'd', b: 'c:d' };
  await db
    .insert(campaigns)
    .values(Array.from({ length: 600 }, (_, i) => draftRow({ customerId: 1 + (i % 2), metaData })));
  expect(await readBits()).toEqual(await computeBits());

  await db.execute(sql`update campaigns set paid_cents = 5`);
  expect(await readBits()).toEqual(await computeBits());

  await db.execute(sql`update campaigns set status = 'sent', scheduled_at = created_at, sent_at = created_at,
    sent_number = 601 - id where id % 3 = 0`);
  await db.execute(
    sql`update campaigns set status = 'mailed', customer_id = 3, meta_data = '{"a": "2"}' where id % 9 = 0`,
  );
  expect(await readBits()).toEqual(await computeBits());

  await db.execute(sql`delete from campaigns where id % 2 = 0`);
  expect(await readBits()).toEqual(await computeBits());
  await db.execute(sql`delete from campaigns`);
  expect(await readBits()).toEqual([]);
});
