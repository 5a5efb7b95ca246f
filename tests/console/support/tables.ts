/** Dumps the console's database, so that tests can detect changes. */
import { type SQL, sql } from 'drizzle-orm';
import { store } from '#lib/store/open.ts';

export async function dumpTables(): Promise<string> {
  const db = await store();
  const tables = await queryTexts(
    sql`select tablename as text from pg_tables where schemaname = 'public' order by tablename`,
  );
  const rows: string[] = [];
  for (const name of tables) {
    rows.push(
      name,
      ...(await queryTexts(sql`select t::text as text from ${sql.identifier(name)} t order by 1`)),
    );
  }
  return rows.join('\n');

  async function queryTexts(query: SQL): Promise<string[]> {
    const { rows: textRows } = (await db.execute(query)) as { rows: { text: string }[] };
    return textRows.map(({ text }) => text);
  }
}
