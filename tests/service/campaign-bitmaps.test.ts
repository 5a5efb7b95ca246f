/** However campaigns change, the bitmaps behind the lists say what the rows say. */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { BITS_PER_BLOCK, campaigns } from '#service/store/schema.ts';
import { createDataFolder, draftRow, MIGRATIONS } from './fixture.ts';

let folder: string;
let open: OpenDatabase;
beforeAll(async () => {
  folder = await createDataFolder();
  open = await openDatabase({ folder, migrations: MIGRATIONS });
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every mark that is set, by itself. */
const marked = () =>
  open.db
    .select({ axis: sql<string>`axis`, feature: sql<string>`feature`, place: sql`place`.mapWith(Number) })
    .from(
      sql`(select axis, feature, block * ${BITS_PER_BLOCK}::bigint + position as place
        from campaign_marks, generate_series(0, ${BITS_PER_BLOCK - 1}) as position
        where get_bit(marks, position) = 1) as every_mark`,
    )
    .orderBy(sql`1, 2, 3`);

/** The same, from the rows. */
const due = () =>
  open.db
    .select({ axis: sql<string>`axis`, feature: sql<string>`feature`, place: sql`place`.mapWith(Number) })
    .from(
      sql`(select axis, feature, place from campaigns,
        lateral (values ('id', id), ('sent', sent_number)) as places (axis, place),
        lateral (
          values ('all'), ('customer:' || customer_id), ('status:' || status), ('targeting:' || targeting_method)
          union all select meta_feature(key, value) from jsonb_each_text(meta_data)
        ) as features (feature)
        where place is not null) as every_due`,
    )
    .orderBy(sql`1, 2, 3`);

test('through inserts, updates that keep or change features, and deletes', async () => {
  const { db } = open;
  const metaData = { a: '1', 'b:c': 'd', b: 'c:d' };
  await db
    .insert(campaigns)
    .values(Array.from({ length: 600 }, (_, i) => draftRow({ customerId: 1 + (i % 2), metaData })));
  expect(await marked()).toEqual(await due());

  await db.execute(sql`update campaigns set paid_cents = 5`);
  expect(await marked()).toEqual(await due());

  await db.execute(sql`update campaigns set status = 'sent', scheduled_at = created_at, sent_at = created_at,
    sent_number = 601 - id where id % 3 = 0`);
  await db.execute(
    sql`update campaigns set status = 'mailed', customer_id = 3, meta_data = '{"a": "2"}' where id % 9 = 0`,
  );
  expect(await marked()).toEqual(await due());

  await db.execute(sql`delete from campaigns where id % 2 = 0`);
  expect(await marked()).toEqual(await due());
  await db.execute(sql`delete from campaigns`);
  expect(await marked()).toEqual([]);
});
