/** Keeps the campaign index's stored totals compact, and the database's statistics about the index current. */
import 'server-only';
import { type Name, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexedCustomers } from './schema/campaign-index.ts';
import { campaignTotals } from './schema/campaign-totals.ts';
import { spendingSums } from './schema/spending.ts';

const KINDS = ['all', 'order', 'customer', 'scheduled', 'created', 'sent'] as const;
/** The condition in the database indexes that cover customers' months. */
const IS_MONTH = sql`kind in ('customer_scheduled', 'customer_created', 'customer_sent')`;
/** How many rows one statement merges, so that PGlite isn't busy for long. */
const ROWS_AT_A_TIME = 5_000;

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

/** The number of the lock for merging totals. Must differ from the numbers of other locks. */
const MERGING_LOCK = 7_131_912;

/**
 * Runs one merging statement at a time. Two statements at once could delete the same rows in different orders
 * and deadlock.
 */
function mergeAlone<T>(db: Database, merge: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MERGING_LOCK})`);
    return merge(tx);
  });
}

/** Merges stored totals with the same keys. Concurrent changes add rows, which stay until the next call. */
export async function compactTotals(db: Database): Promise<void> {
  const isAnySet = list(
    SUMMED.map((sum) => sql`${sum} <> 0`),
    sql` or `,
  );
  // One statement per kind, so that PGlite isn't busy for long.
  for (const kind of KINDS)
    await mergeAlone(db, (tx) =>
      tx.execute(sql`
        with removed as (
          delete from ${campaignTotals} where id in (
            select unnest(array_agg(id)) from ${campaignTotals} where kind = ${kind} group by ${KEYS} having count(*) > 1
          ) returning *
        )
        insert into ${campaignTotals} (${KEYS}, ${list(SUMS)})
        select ${KEYS}, ${list(SUMMED)} from removed group by ${KEYS} having ${isAnySet}`),
    );
  while ((await mergeAlone(db, (tx) => mergeMonths(tx, isAnySet))) >= ROWS_AT_A_TIME);
}

/**
 * Merges new totals for customers' months with the stored totals that have the same keys. There can be as
 * many months as campaigns, so only months with new rows are read. Returns the number of new rows.
 */
async function mergeMonths(tx: Database, isAnySet: SQL): Promise<number> {
  const result = await tx.execute(sql`
    with added as (
      delete from ${campaignTotals} where id in (
        select id from ${campaignTotals} where ${IS_MONTH} and not is_merged order by id limit ${ROWS_AT_A_TIME}
      ) returning *
    ), merged as (
      delete from ${campaignTotals} as t using (select distinct kind, customer_id, day, status, payment, currency from added) as k
      where t.${IS_MONTH} and t.kind = k.kind and t.is_merged and t.customer_id = k.customer_id and t.day = k.day
        and t.status is not distinct from k.status and t.payment is not distinct from k.payment
        and t.currency is not distinct from k.currency
      returning t.*
    ), inserted as (
      insert into ${campaignTotals} (${KEYS}, ${list(SUMS)}, is_merged)
      select ${KEYS}, ${list(SUMMED)}, true from (select * from added union all select * from merged) as both_rows
      group by ${KEYS} having ${isAnySet}
    )
    select count(*)::integer as added from added`);
  const [row] = (result as unknown as { rows: { added: number }[] }).rows;
  return row?.added ?? 0;
}

/**
 * Updates the statistics that the database uses to plan queries, and frees the space that deleted rows used.
 * PGlite never does either on its own.
 */
export async function maintainIndex(db: Database): Promise<void> {
  for (const table of [campaignTotals, spendingSums, indexedCustomers, indexedCampaigns])
    await db.execute(sql`vacuum (analyze) ${table}`);
}
