/** Keeps the stored sums of the campaign index small, and the database's statistics of the index current. */
import 'server-only';
import { type Name, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { campaignTotals, indexedCampaigns } from './schema/campaign-index.ts';

const KINDS = ['all', 'order', 'customer', 'scheduled', 'created', 'sent'] as const;

const KEYS = list(
  ['kind', 'customer_id', 'template_id', 'size', 'postage', 'day', 'status', 'payment', 'currency'].map(
    (name) => sql.identifier(name),
  ),
);
const SUMS = ['campaigns', 'recipients', 'price', 'unpriced', 'already_paid', 'credit', 'left_to_pay'].map(
  (name) => sql.identifier(name),
);
const SUMMED = SUMS.map((column) => sql`sum(${column})`);

function list(parts: readonly (SQL | Name)[], separator = sql`, `): SQL {
  return sql.join([...parts], separator);
}

/**
 * Merges stored sums with the same keys. Changes that are made at the same time add rows, which stay until the
 * next call. Two calls at the same time don't count a row twice, because a row can be deleted only once.
 */
export async function compactTotals(db: Database): Promise<void> {
  const isAnySet = list(
    SUMMED.map((sum) => sql`${sum} <> 0`),
    sql` or `,
  );
  // One statement per kind, so that PGlite isn't busy for long.
  for (const kind of KINDS)
    await db.execute(sql`
      with removed as (
        delete from ${campaignTotals} where id in (
          select unnest(array_agg(id)) from ${campaignTotals} where kind = ${kind} group by ${KEYS} having count(*) > 1
        ) returning *
      )
      insert into ${campaignTotals} (${KEYS}, ${list(SUMS)})
      select ${KEYS}, ${list(SUMMED)} from removed group by ${KEYS} having ${isAnySet}`);
}

/**
 * Updates the statistics with which the database plans its queries, and frees the space of deleted rows. PGlite
 * never does either by itself.
 */
export async function maintainIndex(db: Database): Promise<void> {
  for (const table of [campaignTotals, indexedCampaigns]) await db.execute(sql`vacuum (analyze) ${table}`);
}
