/** Tests that search finds the same words in every database, regardless of the database's locale. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '#lib/database/open.ts';
import { searchIndexed } from '#lib/store/index-search.ts';
import { openStore } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from './support/settings.ts';

const TITLES = [
  'Café–Frühling',
  'ÉTÉ in Łódź',
  'ΑΘΗΝΑ “Straße” ½ price',
  'МОСКВА й IĞDIR',
  '東京。春',
  'o’neil 🎉party',
];

/** The position, counted from 1, of the title that each search finds. */
const SEARCHES: readonly (readonly [typed: string, found: number])[] = [
  ['cafe', 1],
  ['CAFÉ', 1],
  ['frühling', 1],
  // The accent is a separate character.
  ['fru\u0308h', 1],
  ['été', 2],
  ['lodz', 2],
  ['Αθήνα', 3],
  ['straße', 3],
  ['москва', 4],
  ['igdir', 4],
  ['春', 5],
  ['neil', 6],
  ['party', 6],
];

const folder = temporaryFolder();
let postgres: Postgres;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  await Promise.all([postgres.stop(), folder.remove()]);
});

const databases: Readonly<Record<string, string | null>> = {
  PGlite: null,
  'PostgreSQL with the locale C': "locale 'C'",
  'PostgreSQL with the locale C.UTF-8': "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'",
  'PostgreSQL with the locale of Turkey': "locale_provider icu icu_locale 'tr-TR' locale 'C'",
};

async function open(options: string | null): Promise<OpenDatabase> {
  if (options === null) return openStore({ databaseUrl: undefined, dataFolder: folder.folder });
  const first = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  const name = `words_${opened.length}`;
  await first.db.execute(sql.raw(`create database ${name} template template0 encoding 'UTF8' ${options}`));
  await first.close();
  return openStore({ databaseUrl: postgres.url.replace(/postgres$/, name), dataFolder: '' });
}

describe.each(Object.entries(databases))('%s', (_, options) => {
  it('finds words in any language, regardless of case and accents', async () => {
    const database = await open(options);
    opened.push(database);
    const { db } = database;
    const rows = TITLES.map((title, i) => ({ campaignId: 901 + i, title, readAt: new Date() }));
    await db.insert(indexedCampaigns).values(rows);
    for (const [typed, found] of SEARCHES) {
      const { campaigns } = await searchIndexed(db, typed, 10);
      expect(
        campaigns.map(({ title }) => title),
        typed,
      ).toEqual([TITLES[found - 1]]);
    }
  });
});
