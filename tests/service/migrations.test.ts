/** Tests upgrading a data folder that was created before migration 0002_plain_names. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/database/open.ts';
import { queryCampaigns } from '#service/store/campaign-list.ts';
import { MIGRATIONS } from './fixture.ts';

const OLD_TAGS = ['0000_tables', '0001_campaign_marks'];
const TABLES = [
  'artwork_files',
  'artworks',
  'campaign_marks',
  'campaigns',
  'charges',
  'clock',
  'customers',
  'payment_links',
  'recipient_lists',
  'senders',
  'templates',
  'users',
];

/** The new names of the tables and columns that the migration renames. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  campaign_marks: 'campaign_bitmaps',
  axis: 'sort_key',
  feature: 'facet',
  marks: 'bits',
  tries: 'failed_renderings',
};
const newName = (name: string) => NEW_NAMES[name] ?? name;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mailroom-migrations-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Copies the migrations that created the old data folder. */
async function copyOldMigrations(): Promise<string> {
  const directory = join(root, 'old-migrations');
  await mkdir(join(directory, 'meta'), { recursive: true });
  for (const tag of OLD_TAGS) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(directory, `${tag}.sql`));
  const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'));
  const entries = journal.entries.filter(({ tag }: { tag: string }) => OLD_TAGS.includes(tag));
  await writeFile(join(directory, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  return directory;
}

/** Inserts at least one row into every table, with the old column names. */
async function insertOldRows(db: Database): Promise<void> {
  const time = '2026-11-20T10:00:00.000Z';
  await db.execute(sql`insert into customers (email, credit_cents, created_at, updated_at)
    values ('office@customer.example', 500, ${time}, ${time})`);
  await db.execute(sql`insert into users (email) values ('user@customer.example')`);
  await db.execute(sql`insert into templates
    (uid, name, description, size, designs, variable_names, meta_data, created_at, updated_at)
    values ('letter', 'A letter', '', 'letter', '["<p>"]', '[]', '{"a": "b"}', ${time}, ${time})`);
  await db.execute(sql`insert into artworks (digest, token, size, designs, values, state, tries)
    values ('digest-1', 'token-1', 'letter', '["<p>"]', '{}', 'rendered', 0),
      ('digest-2', 'token-2', 'letter', '["<b>"]', '{}', 'failed', 3)`);
  await db.execute(sql`insert into artwork_files (artwork_id, name, type, content)
    values (1, 'proof.pdf', 'application/pdf', 'proof'::bytea)`);
  await db.execute(sql`insert into recipient_lists (customer_id, exposed_addresses) values (1, '[]')`);
  await db.execute(sql`insert into senders (customer_id, address) values (1, '{"name": "Ada Vale"}')`);
  await db.execute(sql`insert into campaigns (customer_id, template_id, artwork_id, recipient_list_id, sender_id, name,
      status, targeting_method, postage_class, recipient_count, scheduled_at, sent_at, sent_number, meta_data,
      created_at, updated_at)
    values (1, 1, 1, 1, 1, 'Draft', 'draft', 'csv', 'standard', 10, null, null, null, '{"season": "fall"}', ${time}, ${time}),
      (1, 1, 2, 1, 1, 'Sent', 'sent', 'map', 'standard', 10, ${time}, ${time}, 1, '{"season": "fall"}', ${time}, ${time}),
      (1, 1, 2, 1, 1, 'Mailed', 'mailed', 'map', 'standard', 10, ${time}, ${time}, 2, '{}', ${time}, ${time})`);
  await db.execute(sql`insert into payment_links (token, campaign_id, redirect_uri, created_at)
    values ('pay-1', 1, 'https://console.example/', ${time})`);
  await db.execute(sql`insert into charges (campaign_id, kind, card_cents, credit_cents, charged_at)
    values (2, 'token', 990, 0, ${time})`);
  await db.execute(sql`insert into clock (machine_ms, service_ms, rate) values (1, 2, 1)`);
}

type Row = Record<string, unknown>;

/** Reads all rows of the tables as JSON, in a stable order. */
async function readTables(db: Database, tables: readonly string[]): Promise<Record<string, Row[]>> {
  const entries: [string, Row[]][] = [];
  for (const table of tables) {
    const rows = await db
      .select({ row: sql<Row>`to_jsonb(t)` })
      .from(sql`${sql.identifier(table)} as t`)
      .orderBy(sql`to_jsonb(t)::text`);
    entries.push([table, rows.map(({ row }) => row)]);
  }
  return Object.fromEntries(entries);
}

const renameKeys = <T>(object: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [newName(name), value]));

test('the migration preserves every row, and keeps the bitmap index correct', async () => {
  const folder = join(root, 'data');
  const old = await openDatabase({ folder, migrations: await copyOldMigrations() });
  await insertOldRows(old.db);
  const before = await readTables(old.db, TABLES);
  await old.close();
  for (const table of TABLES) expect(before[table], table).not.toEqual([]);

  const upgraded = await openDatabase({ folder, migrations: MIGRATIONS });
  try {
    const after = await readTables(upgraded.db, TABLES.map(newName));
    for (const [table, rows] of Object.entries(before)) {
      // Ignore the order of the rows, because it depends on the columns' names, which have changed.
      const expected = rows.map(renameKeys);
      expect(after[newName(table)], table).toHaveLength(expected.length);
      expect(after[newName(table)], table).toEqual(expect.arrayContaining(expected));
    }

    const count = async (filter: object) =>
      (await queryCampaigns(upgraded.db, { metaData: [], offset: 0, limit: 10, ...filter })).total;
    expect(await count({})).toBe(3);
    expect(await count({ status: 'draft' })).toBe(1);
    expect(await count({ metaData: [{ key: 'season', value: 'fall' }] })).toBe(2);
    expect(await count({ sentFrom: new Date(0) })).toBe(2);

    await upgraded.db.execute(sql`update campaigns set status = 'mailed' where status = 'sent'`);
    expect(await count({ status: 'sent' })).toBe(0);
    expect(await count({ status: 'mailed' })).toBe(2);
    await upgraded.db.execute(sql`delete from campaigns where status = 'draft'`);
    expect(await count({})).toBe(2);
  } finally {
    await upgraded.close();
  }
});
